/** What a reader wrote into a form: cleaned, and held against what each field takes. */
import { TRAP } from '#transports/web/components/field.ts';

export interface Asked {
  lengthMax: number;
  isRequired: boolean;
  /** What it must look like, where it is filled in. */
  isRight?(text: string): boolean;
}

export type Wrong = 'missing' | 'long' | 'shape';

export interface SentFields<Name extends string> {
  values: Record<Name, string>;
  /** Empty where everything can be taken. */
  wrong: Partial<Record<Name, Wrong>>;
  /** A field that people do not see was filled in. */
  isTrapped: boolean;
}

export function readFields<Name extends string>(
  sent: URLSearchParams,
  asked: Readonly<Record<Name, Asked>>,
): SentFields<Name> {
  const values = {} as Record<Name, string>;
  const wrong: Partial<Record<Name, Wrong>> = {};
  for (const [name, { lengthMax, isRequired, isRight }] of Object.entries(asked) as [Name, Asked][]) {
    const text = cleaned(sent.get(name) ?? '');
    values[name] = text;
    if (text.length > lengthMax) wrong[name] = 'long';
    else if (text === '' && isRequired) wrong[name] = 'missing';
    else if (text !== '' && isRight && !isRight(text)) wrong[name] = 'shape';
  }
  return { values, wrong, isTrapped: (sent.get(TRAP) ?? '') !== '' };
}

/** Without what no letter has: terminals obey it, and databases refuse it. Browsers send two letters for the end of a line. */
const cleaned = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();

/** Near enough: whoever answers sees whether it is one. */
export const isMail = (text: string): boolean => /^[^@\s]{1,64}@[^@\s]{3,190}$/.test(text);

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]{3,490}$/.test(text);

/** For forms without files. */
export const formBounds = (fieldsMax: number) => ({
  // Every letter may take nine bytes on its way.
  bytesMax: 60_000,
  filesMax: 0,
  fileBytesMax: 0,
  fieldsMax,
  fieldBytesMax: 30_000,
});
