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
  birthCounty: string | null;
  birthCountry: string | null;
}

const DIGEST_LENGTH = 21; // 126 bits: no two of a hundred million persons meet by chance

/** `scope`: what a person without birth data is tied to, such as the firm's registration number. */
export function identify(personKey: string, who: Named, scope: string): Identity {
  const name = words(who.name).join(' ');
  const idOf = (letter: string, ...facts: string[]) =>
    letter + keyedDigest(personKey, [letter, name, ...facts].join('\n')).slice(0, DIGEST_LENGTH);

  const born = [who.birthDate, who.birthLocality, who.birthCounty, who.birthCountry];
  if (born.every((fact) => fact === null) && isCompanyName(who.name)) return { personId: idOf('c'), kind: 'company' };
  if (who.birthDate === null) return { personId: idOf('n', scope), kind: 'person' };
  return { personId: idOf('p', ...born.map((fact) => fold(fact ?? ''))), kind: 'person' };
}

/** Legal forms as the last or a middle word, with or without dots: practices of insolvency experts first, then companies. */
const FORMS = new Set(
  'IPURL SPRL SCPI SPPI CII SCA SRL SRLD SA SNC SCS RA SE CAPI SCAPI GMBH KFT LTD LIMITED LLC SARL SPA PLC BV NV AG INC'.split(
    ' ',
  ),
);

export const isCompanyName = (name: string): boolean =>
  name
    .toUpperCase()
    .replace(/[.-]/g, '')
    .split(/[\s,]+/)
    .slice(1)
    .some((word) => FORMS.has(word)) || /^(cabinet|societate|soc|sc)\b/.test(fold(name));
