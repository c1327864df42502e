/** The bytes of a stream in a PDF, decoded as far as tables and proofs are encoded. */
import { inflateSync } from 'node:zlib';
import { PART_BYTES_MAX } from '#lib/signatures/bounds.ts';
import { malformed, tooLarge } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import type { Effort } from './objects.ts';
import { isDictionary, nameIn, type PdfDictionary, type PdfValue } from './values.ts';

/** Throws what is cut short, too large, or encoded in a way that is not read here. */
export function decoded(
  bytes: BytesAt,
  dictionary: PdfDictionary,
  at: number,
  length: number,
  limit: number,
  effort: Effort,
): Uint8Array {
  if (!Number.isInteger(length) || length < 0 || at + length > limit) throw malformed();
  if (length > PART_BYTES_MAX) throw tooLarge();
  // Bytes in another file, and short names that some programs know.
  if (ELSEWHERE.some((key) => dictionary.has(key))) throw malformed();
  const raw = bytes.copy(at, length);
  effort.bytes -= raw.length;
  if (effort.bytes < 0) throw tooLarge();
  const [filter, options] = filterOf(dictionary);
  if (filter === null) return raw;
  if (nameIn(new Map([['Filter', filter]]), 'Filter') !== 'FlateDecode') throw malformed();
  const plain = inflated(raw);
  effort.bytes -= plain.length;
  if (effort.bytes < 0) throw tooLarge();
  if (options === null) return plain;
  if (!isDictionary(options) || [...options].some(([key, value]) => !isPlainOption(key, value))) throw malformed();
  const [predictor = 1, columns = 1] = [options.get('Predictor'), options.get('Columns')];
  if (predictor === 1) return plain;
  if (typeof predictor !== 'number' || ![10, 11, 12, 13, 14, 15].includes(predictor)) throw malformed();
  if (typeof columns !== 'number') throw malformed();
  return unpredicted(plain, columns);
}

const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms', 'DP'];

/** Rows of pixels with several colours, or other options, are read by other programs as other bytes. */
const isPlainOption = (key: string, value: PdfValue): boolean =>
  key === 'Predictor' ||
  key === 'Columns' ||
  (key === 'Colors' && value === 1) ||
  (key === 'BitsPerComponent' && value === 8);

/** A filter and its options. Programs ignore options in a list beside a single filter, and the other way around. */
function filterOf(dictionary: PdfDictionary): [PdfValue, PdfValue] {
  const [filter, options] = [dictionary.get('Filter') ?? null, dictionary.get('DecodeParms') ?? null];
  if (!Array.isArray(filter)) {
    if (Array.isArray(options) || (filter === null && options !== null)) throw malformed();
    return [filter, options];
  }
  const [first = null, ...more] = filter;
  if (first === null || more.length > 0 || (options !== null && !Array.isArray(options))) throw malformed();
  if (options !== null && options.length !== 1) throw malformed();
  return [first, options?.[0] ?? null];
}

function inflated(raw: Uint8Array): Uint8Array {
  try {
    return inflateSync(raw, { maxOutputLength: PART_BYTES_MAX });
  } catch {
    throw malformed();
  }
}

/** Rows with PNG prediction: each byte is predicted from its left and upper neighbours. */
function unpredicted(bytes: Uint8Array, columns: number): Uint8Array {
  if (!Number.isInteger(columns) || columns < 1 || columns > 1_000) throw malformed();
  // Programs differ in what they make of a row that is cut short.
  if (bytes.length % (columns + 1) !== 0) throw malformed();
  const rows = bytes.length / (columns + 1);
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (columns + 1)];
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      const left = column > 0 ? (plain[index - 1] ?? 0) : 0;
      const above = row > 0 ? (plain[index - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (plain[index - columns - 1] ?? 0) : 0;
      const predicted = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][kind ?? -1];
      if (predicted === undefined) throw malformed();
      plain[index] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + predicted;
    }
  }
  return plain;
}

function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [byLeft, byAbove, byCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
