/** Reads plain text in the encodings that Romanian offices have used; form feeds separate pages. */

import { isUtf8 } from 'node:buffer';
import { PageWriter, streamPages } from './page-writer.ts';
import type { ReaderMessage } from './reading.ts';

const CHUNK_BYTES = 65_536;

export async function* plainPages(bytes: Buffer): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  yield* streamPages(pages, steps(bytes, pages));
  yield* pages.drain(true);
}

function* steps(bytes: Buffer, pages: PageWriter): Generator<void> {
  const decoder = decoderOf(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    for (const [i, page] of decoder
      .decode(bytes.subarray(at, at + CHUNK_BYTES))
      .split('\f')
      .entries()) {
      if (i > 0) pages.breakPage();
      pages.add(page);
    }
    yield;
  }
}

/** Code page 852 of DOS from 0x80 on, which `TextDecoder` lacks. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č' +
  'áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
  '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀' +
  'ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'iso-8859-2' | 'iso-8859-16' | 'cp852';

const NAMED = new Map<string, Encoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['windows-1250', 'windows-1250'],
  ['cp1250', 'windows-1250'],
  ['iso-8859-2', 'iso-8859-2'],
  ['latin2', 'iso-8859-2'],
  ['iso-8859-16', 'iso-8859-16'],
  ['ibm852', 'cp852'],
  ['cp852', 'cp852'],
]);

/** Encoding declaration of XML and HTML. */
const DECLARED = /(?:encoding|charset)\s{0,5}=\s{0,5}["']?([\w-]{3,20})/i;

/**
 * `bytes` may be the start of a file. A declaration counts only where the bytes allow it, because programs copy it. Text in a one-byte
 * encoding is never valid UTF-8 by chance.
 */
export function encodingOf(bytes: Buffer, isMarkup = false): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isUtf8(bytes.subarray(0, lastWhole(bytes)))) return 'utf-8';
  const declared = isMarkup ? bytes.toString('latin1', 0, 2_048).match(DECLARED)?.[1]?.toLowerCase() : undefined;
  const named = NAMED.get(declared ?? '');
  if (named !== undefined && !named.startsWith('utf')) return named;
  return romanianLetters(bytes, CP852_LETTERS) > romanianLetters(bytes, CP1250_LETTERS) ? 'cp852' : 'windows-1250';
}

/** ă â î ș ț and their capitals, which have the same codes in windows-1250, ISO 8859-2 and 8859-16. */
const CP1250_LETTERS = new Set(Buffer.from('e3e2eebafec3c2ceaade', 'hex'));
const CP852_LETTERS = new Set(Buffer.from('c7838cadeec6b6d7b8dd', 'hex'));

/** Counts letters next to an ASCII letter: table frames and symbols stand alone. */
function romanianLetters(bytes: Buffer, letters: ReadonlySet<number>): number {
  let count = 0;
  for (let i = 1; i < bytes.length; i++)
    if (letters.has(bytes[i] ?? 0) && (isLatin(bytes[i - 1]) || isLatin(bytes[i + 1]))) count++;
  return count;
}

const isLatin = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

export interface Decoder {
  /** A character split between chunks waits for the next one. */
  decode(bytes: Uint8Array): string;
}

export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'cp852') return { decode: fromCp852 };
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }) };
}

export const fromCp852 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => CP852[sign.charCodeAt(0) - 0x80] ?? sign);

/** End of the last complete UTF-8 character. */
export function lastWhole(bytes: Buffer): number {
  let at = bytes.length;
  while (at > 0 && at > bytes.length - 4 && ((bytes[at - 1] ?? 0) & 0xc0) === 0x80) at--;
  return at > 0 && (bytes[at - 1] ?? 0) >= 0xc0 ? at - 1 : bytes.length;
}
