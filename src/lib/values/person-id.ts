/** Ids of persons: a letter for the kind of evidence of the identity, and a keyed, irreversible digest. */

export const letters = {
  /** Name, birth date and birth place. */
  birthDateAndPlace: 'p',
  /** Name and birth date; the birth place is not published. */
  birthDate: 'd',
  /** A name in one firm: no birth data is published. */
  name: 'n',
  /** A company that is an officer or shareholder, by its name. */
  company: 'c',
} as const;

/** Base64url characters: 126 bits, so that a hundred million persons do not collide. */
export const ID_DIGEST_LENGTH = 21;

/** Of natural persons: as part of an expression, and anchored. */
export const PERSON_ID_LETTERS = `[pdn][A-Za-z0-9_-]{${ID_DIGEST_LENGTH}}`;
export const PERSON_ID = `^${PERSON_ID_LETTERS}$`;
