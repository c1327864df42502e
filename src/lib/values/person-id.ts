/** Ids of persons: a letter that says what the identity rests on, and a keyed digest that leads back to nothing. */

export const letters = {
  /** Name, birth date and birth place. */
  birthDateAndPlace: 'p',
  /** Name and birth date; the birth place is not published. */
  birthDate: 'd',
  /** A name in one firm: no birth data is published. */
  name: 'n',
  /** A company that acts as an officer or holds shares, by its name. */
  company: 'c',
} as const;

/** Base64url characters: 126 bits, so that no two of a hundred million persons meet by chance. */
export const ID_DIGEST_LENGTH = 21;

/** Of persons only: within an expression, and as one. */
export const PERSON_ID_LETTERS = `[pdn][A-Za-z0-9_-]{${ID_DIGEST_LENGTH}}`;
export const PERSON_ID = `^${PERSON_ID_LETTERS}$`;
