/**
 * Who a representative or shareholder is. Two lines are one person when name, birth date and birth place agree; the id is a
 * keyed digest of them, and nothing else of the birth data is kept. Without a birth date a name is only a name: such a person
 * is never the same as that of another firm.
 */
import { keyedDigest } from '#base/hash.ts';
import { fold, words } from '#base/text.ts';

export interface Identity {
  personId: string;
  kind: 'person' | 'company';
}

export interface Named {
  name: string;
  birthDate: string | null;
  birthLocality: string | null;
}

const DIGEST_LENGTH = 21; // 126 bits: no two of a hundred million persons meet by chance

const idOf = (personKey: string, letter: string, facts: string[]): string =>
  letter + keyedDigest(personKey, [letter, ...facts].join('\n')).slice(0, DIGEST_LENGTH);

const bare = (text: string): string => words(text).join(' ');

/** `scope`: what a person without a birth date is tied to, such as the firm's registration number. */
export function personIdentity(personKey: string, who: Named, scope: string): Identity {
  const facts =
    who.birthDate === null
      ? ['n', bare(who.name), scope]
      : ['p', bare(who.name), who.birthDate, bare(who.birthLocality ?? '')];
  return { personId: idOf(personKey, 'p', facts), kind: 'person' };
}

/** By its name: the registry gives one name to one company only. */
export const companyIdentity = (personKey: string, name: string): Identity => ({
  personId: idOf(personKey, 'c', [bare(name)]),
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
  /^(cabinet|societate)\b/.test(fold(name)) ||
  name
    .toUpperCase()
    .replace(/[.-]/g, '')
    .split(/[\s,]+/)
    .some((word, i) => i > 0 && FORMS.has(word));
