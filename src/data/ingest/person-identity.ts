/**
 * The identity of a representative or shareholder. Two lines are one person when name, birth date and birthplace agree; the id is a
 * keyed digest of the three, and the birth data are not stored otherwise. Without a birth date, equal names in two firms are two persons.
 * The first letter of an id tells the facts behind it (lib/values/person-id.ts).
 */
import { keyedDigest } from '#lib/values/hash.ts';
import { ID_DIGEST_LENGTH, letters } from '#lib/values/person-id.ts';
import { fold, wordText } from '#lib/values/text.ts';

export interface Identity {
  personId: string;
  kind: 'person' | 'company';
}

export interface NamedPerson {
  name: string;
  birthDate: string | null;
  birthLocality: string | null;
}

/** Distinguishes person keys without revealing them: with another key the same lines have other person ids. */
export const keyMark = (personKey: string): string => keyedDigest(personKey, 'which key');

const idOf = (personKey: string, letter: string, facts: string[]): string =>
  letter + keyedDigest(personKey, [letter, ...facts].join('\n')).slice(0, ID_DIGEST_LENGTH);

/** `scope` distinguishes persons without a birth date: the firm's registration number, for example. */
export function personIdentity(personKey: string, person: NamedPerson, scope: string): Identity {
  const { birthDate, birthLocality } = person;
  const name = wordText(person.name);
  if (birthDate === null) return { personId: idOf(personKey, letters.name, [name, scope]), kind: 'person' };
  const locality = wordText(birthLocality ?? '');
  const letter = locality === '' ? letters.birthDate : letters.birthDateAndPlace;
  return { personId: idOf(personKey, letter, [name, birthDate, locality]), kind: 'person' };
}

/** The name identifies a company: the registry grants each name once. */
export const companyIdentity = (personKey: string, name: string): Identity => ({
  personId: idOf(personKey, letters.company, [wordText(name)]),
  kind: 'company',
});

/** The registry does not mark companies among the representatives: the name and the lack of birth data tell. */
export const representativeIdentity = (personKey: string, person: NamedPerson, scope: string): Identity =>
  person.birthDate === null && person.birthLocality === null && isCompanyName(person.name)
    ? companyIdentity(personKey, person.name)
    : personIdentity(personKey, person, scope);

/** Practices of insolvency experts first, then companies, also foreign ones. */
const FORMS = new Set(
  'IPURL SPRL SCPI SPPI CII SRL SRLD SA SNC SCS SCA RA SE GMBH AG KFT LTD LIMITED LLC SARL SPA PLC BV NV INC'.split(
    ' ',
  ),
);

export const isCompanyName = (name: string): boolean =>
  /^cabinet\b|\bsocietatea?\b/.test(fold(name)) ||
  name
    .toUpperCase()
    .replace(/[.-]/g, '')
    .split(/[\s,]+/)
    .some((word, i) => i > 0 && FORMS.has(word));
