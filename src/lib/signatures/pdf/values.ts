/** Values as a PDF writes them: read strictly, since what is read here decides whether a document was changed. */
import { malformed, tooManyParts, truncated } from '#lib/signatures/broken-signature.ts';

export interface PdfName {
  name: string;
}
export interface PdfText {
  text: string;
}
export interface PdfReference {
  to: number;
  generation: number;
}
/**
 * A whole number with a decimal point. Programs read another value where they expect an integer: flags of an annotation, a
 * rotation or a count of `8` is ignored when it is `8.0`.
 */
export interface PdfReal {
  real: number;
}
export type PdfDictionary = Map<string, PdfValue>;
export type PdfValue =
  | null
  | boolean
  | number
  | PdfReal
  | PdfName
  | PdfText
  | PdfReference
  | PdfValue[]
  | PdfDictionary;

/** A string of one byte per character, and the offset behind it. */
export interface Reader {
  text: string;
  at: number;
}

const DEPTH_MAX = 50;
/** Of one object, or of all in one stream. */
export const PARTS_MAX = 100_000;

const BLANKS = /[\0\t\n\f\r ]+/y;
const COMMENT = /%[^\r\n]*[\r\n]/y;
/** A number or a word without a following blank or delimiter is one token to some programs and two to others. */
const NUMBER = /[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?=[\0\t\n\f\r ()<>[\]{}/%]|endobj|$)/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const HEX = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;
const REFERENCE = /([0-9]{1,10})[\0\t\n\f\r ]+([0-9]{1,5})[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y;
const WORD = /[a-zA-Z]{1,20}(?=[\0\t\n\f\r ()<>[\]{}/%]|$)/y;
const words: Record<string, boolean | null> = { true: true, false: false, null: null };

/** The match of this expression here; null without one. */
export function take(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text);
  if (found) reader.at = expression.lastIndex;
  return found;
}

/** Counts, offsets and object numbers: programs differ in reading a fraction or a negative number. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

export function skipBlanks(reader: Reader): void {
  // One by one: an expression that repeats both needs memory for each.
  while (take(reader, BLANKS) || take(reader, COMMENT));
  if (reader.at >= reader.text.length) throw truncated();
}

export function readValue(reader: Reader, depth = 0, left = { parts: PARTS_MAX }): PdfValue {
  if (depth > DEPTH_MAX || --left.parts < 0) throw tooManyParts();
  skipBlanks(reader);
  const [first, second] = [reader.text[reader.at], reader.text[reader.at + 1]];
  if (first === '<' && second === '<') return readDictionary(reader, depth, left);
  if (first === '[') return readArray(reader, depth, left);
  if (first === '/') return { name: nameOf(take(reader, NAME)?.[1] ?? '') };
  if (first === '(') return { text: readText(reader) };
  if (first === '<') return { text: readHex(reader) };
  const reference = take(reader, REFERENCE);
  if (reference) return { to: Number(reference[1]), generation: Number(reference[2]) };
  const number = take(reader, NUMBER);
  if (number) return numberOf(number[0]);
  const word = words[take(reader, WORD)?.[0] ?? ''];
  if (word === undefined) throw malformed();
  return word;
}

function numberOf(written: string): number | PdfReal {
  const value = Number(written);
  if (!Number.isInteger(value)) return value;
  // Two numbers that differ in their digits alone.
  if (!Number.isSafeInteger(value)) throw malformed();
  return written.includes('.') ? { real: value } : value;
}

function readDictionary(reader: Reader, depth: number, left: { parts: number }): PdfDictionary {
  const read: PdfDictionary = new Map();
  reader.at += 2;
  for (;;) {
    skipBlanks(reader);
    if (reader.text.startsWith('>>', reader.at)) {
      reader.at += 2;
      return read;
    }
    const key = take(reader, NAME);
    // Programs differ in reading a duplicate key.
    const name = nameOf(key?.[1] ?? '');
    if (!key || read.has(name)) throw malformed();
    read.set(name, readValue(reader, depth + 1, left));
  }
}

function readArray(reader: Reader, depth: number, left: { parts: number }): PdfValue[] {
  const read: PdfValue[] = [];
  reader.at += 1;
  for (;;) {
    skipBlanks(reader);
    if (reader.text[reader.at] === ']') {
      reader.at += 1;
      return read;
    }
    read.push(readValue(reader, depth + 1, left));
  }
}

/** Some programs end a name at these, or at its 127th byte, and read another one. */
const CUT_SHORT = /#00|#(?![0-9A-Fa-f]{2})|[\x80\xff]/;
const NAME_BYTES_MAX = 127;

function nameOf(written: string): string {
  const name = written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (CUT_SHORT.test(written) || name.length > NAME_BYTES_MAX) throw malformed();
  return name;
}

function readHex(reader: Reader): string {
  const found = take(reader, HEX);
  if (!found) throw reader.text.indexOf('>', reader.at) < 0 ? truncated() : malformed();
  const digits = (found[1] ?? '').replace(/[\0\t\n\f\r ]+/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };
/** Every line ending in a string is one character; behind a backslash none. */
const LINE_END = /\\?(?:\r\n|\r)/y;

function readText(reader: Reader): string {
  const parts: string[] = [];
  let open = 0;
  for (; reader.at < reader.text.length; reader.at++) {
    const character = reader.text[reader.at] ?? '';
    if (character === '(' && open++ === 0) continue;
    if (character === ')' && --open === 0) {
      reader.at += 1;
      return parts.join('');
    }
    const line = character === '\\' || character === '\r' ? take(reader, LINE_END)?.[0] : undefined;
    if (line !== undefined) {
      if (character === '\r') parts.push('\n');
      reader.at -= 1;
      continue;
    }
    if (character !== '\\') {
      parts.push(character);
      continue;
    }
    const [octal] = /^[0-7]{1,3}/.exec(reader.text.slice(reader.at + 1, reader.at + 4)) ?? [];
    const next = reader.text[reader.at + 1] ?? '';
    const code = Number.parseInt(octal ?? '0', 8);
    // Programs drop the excess digit, or the character.
    if (code > 255) throw malformed();
    parts.push(octal === undefined ? (escapes[next] ?? next) : String.fromCharCode(code));
    reader.at += octal?.length ?? 1;
  }
  throw truncated();
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'to' in value;
export const nameIn = (dictionary: PdfDictionary, key: string): string | null => {
  const value = dictionary.get(key);
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
};

/** The same of a value that may lie elsewhere. `file`: that follows references. */
export const nameBehind = (
  file: { resolved(value: PdfValue | undefined): PdfValue | undefined },
  dictionary: PdfDictionary,
  key: string,
): string | null => nameIn(new Map([[key, file.resolved(dictionary.get(key)) ?? null]]), key);

/** Keys that accept any number, in any notation. */
export const quantity = (value: PdfValue | undefined): PdfValue | undefined =>
  typeof value === 'object' && value !== null && 'real' in value ? value.real : value;

/** Equal values, possibly in another notation; references have the same number. */
export function isSame(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((each, index) => isSame(each, other[index]));
  }
  if (isDictionary(one) || isDictionary(other)) {
    if (!isDictionary(one) || !isDictionary(other) || one.size !== other.size) return false;
    return [...one].every(([key, value]) => other.has(key) && isSame(value, other.get(key)));
  }
  if ('name' in one) return 'name' in other && one.name === other.name;
  if ('real' in one) return 'real' in other && one.real === other.real;
  if ('text' in one) return 'text' in other && one.text === other.text;
  return 'to' in other && one.to === other.to && one.generation === other.generation;
}
