/**
 * The identity of a representative or shareholder. Two lines are one person when name, birth date and birth place agree; the id is a
 * keyed digest of them, and nothing else of the birth data is kept. Without a birth date a name is only a name: such a person
 * is never the same as that of another firm. The first letter of an id says what it rests on (base/person-id.ts).
 */
import { keyedDigest } from '#lib/values/hash.ts';
import { ID_DIGEST_LENGTH, letters } from '#lib/values/person-id.ts';
import { fold, words } from '#lib/values/text.ts';

export interface Identity {
  personId: string;
  kind: 'person' | 'company';
}

export interface Named {
  name: string;
  birthDate: string | null;
  birthLocality: string | null;
}

const idOf = (personKey: string, letter: string, facts: string[]): string =>
  letter + keyedDigest(personKey, [letter, ...facts].join('\n')).slice(0, ID_DIGEST_LENGTH);

const bare = (text: string): string => words(text).join(' ');

/** `scope`: what a person without a birth date is tied to, such as the firm's registration number. */
export function personIdentity(personKey: string, who: Named, scope: string): Identity {
  const { birthDate, birthLocality } = who;
  const name = bare(who.name);
  if (birthDate === null) return { personId: idOf(personKey, letters.name, [name, scope]), kind: 'person' };
  const place = bare(birthLocality ?? '');
  const letter = place === '' ? letters.birthDate : letters.birthDateAndPlace;
  return { personId: idOf(personKey, letter, [name, birthDate, place]), kind: 'person' };
}

/** By its name: the registry gives one name to one company only. */
export const companyIdentity = (personKey: string, name: string): Identity => ({
  personId: idOf(personKey, letters.company, [bare(name)]),
  kind: 'company',
});

/** The registry's representatives do not say whether they are companies: their name and the lack of birth data do. */
export const representativeIdentity = (personKey: string, who: Named, scope: string): Identity =>
  who.birthDate === null && who.birthLocality === null && isCompanyName(who.name)
    ? companyIdentity(personKey, who.name)
    : personIdentity(personKey, who, scope);

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
