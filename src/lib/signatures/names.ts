/** Names in certificates: of persons, organisations, authorities. Personal codes are never read. */
import { type Der, fieldsOf, inside, TAG } from './der.ts';
import { hexOf, oidOf, textOf } from './der-values.ts';

export interface DirectoryName {
  commonName: string | null;
  organisation: string | null;
  country: string | null;
  givenName: string | null;
  surname: string | null;
}

const ATTRIBUTES_MAX = 40;

/** The attribute serialNumber (2.5.4.5) is not among them: Romanian authorities write the personal code there. */
const kinds: Record<string, keyof DirectoryName> = {
  '2.5.4.3': 'commonName',
  '2.5.4.4': 'surname',
  '2.5.4.6': 'country',
  '2.5.4.10': 'organisation',
  '2.5.4.42': 'givenName',
};

export function directoryName(name: Der): DirectoryName {
  const read: DirectoryName = {
    commonName: null,
    organisation: null,
    country: null,
    givenName: null,
    surname: null,
  };
  let remaining = ATTRIBUTES_MAX;
  for (const set of inside(name)) {
    for (const attribute of set.tag === TAG.set ? inside(set) : []) {
      if (--remaining < 0) return read;
      const [type, value] = fieldsOf(attribute);
      const kind = kinds[oidOf(type)];
      if (kind !== undefined && value !== undefined) read[kind] ??= withoutPersonalCode(textOf(value)) || null;
    }
  }
  return read;
}

/** Equal for two encodings of a name, as RFC 5280, section 7.1, compares them: the kind of string, case and blanks do not count. */
export const comparableName = (name: Der): string =>
  JSON.stringify([...inside(name)].map((set) => [...inside(set)].map(comparableAttribute).toSorted()));

function comparableAttribute(attribute: Der): string {
  const [type, value] = inside(attribute);
  return `${type && hexOf(type.body)}=${value && withSingleBlanks(textOf(value).normalize('NFKC').toLowerCase())}`;
}

/** The common name for display. */
export const displayName = ({ commonName, givenName, surname, organisation }: DirectoryName): string | null =>
  commonName ?? ([givenName, surname].filter(Boolean).join(' ') || organisation);

/** Some write the code behind the name, with or without `PNORO-`. Thirteen digits and more are never part of a name. */
const withoutPersonalCode = (text: string): string =>
  withSingleBlanks(text.replace(/(?:PNO[A-Z]{2}-)?[0-9]{13,}/g, ' '));

const withSingleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();
