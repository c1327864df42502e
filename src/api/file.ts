/** Answers that are files: their declaration, and the value that a handler returns. */

import Type from 'typebox';
import type { Bilingual } from '#lib/i18n/message.ts';

/** Describes a file in a declaration. */
export interface FileSpec {
  /** Such as `application/pdf`, `text/*`, or `*\/*` for files of any type. */
  mediaTypes: readonly [string, ...string[]];
  /** The content, for the documentation. */
  about: Bilingual;
  /** Produced while it is sent, so that ranges are not possible. */
  isStreamed?: true;
}

export interface AnswerFile {
  mediaType: string;
  /** The file name, in any script. */
  name: string;
  /** Null when the size is unknown before the end; then ranges are not possible. */
  sizeBytes: number | null;
  /** Digest of the whole content in hexadecimal digits; null when unknown. */
  sha256: string | null;
  /** Without a digest: a value that changes with the meaning of the content. Without either, no two answers count as equal. */
  revision?: string;
  /** ISO instant. */
  modifiedAt: string | null;
  /**
   * Opens the content, or a range of it (`end` included), produced as fast as it is read. When the reader disconnects, `signal` is
   * aborted and the iterator closed.
   */
  open(part: ByteRange | null, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** The schema of a file; the client takes its type from it. */
export const FILE = Type.Unsafe<AnswerFile>({ type: 'string', format: 'binary' });

/** How a file violates its declaration; null when it does not. */
export function violationOf(file: AnswerFile, { mediaTypes }: FileSpec): string | null {
  const { mediaType, name, sizeBytes, sha256 } = file;
  if (!mediaTypes.some((declared) => covers(declared, mediaType))) return `${mediaType} is not declared`;
  if (name === '') return 'it has no name';
  if (sizeBytes !== null && !(Number.isSafeInteger(sizeBytes) && sizeBytes >= 0)) return `it has ${sizeBytes} bytes`;
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) return `${sha256} is no SHA-256`;
  return null;
}

/** `text/*` covers `text/plain; charset=utf-8`. */
function covers(declared: string, mediaType: string): boolean {
  const [type = ''] = mediaType.split(';', 1);
  // The parameters of the type go into a header unchanged.
  if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(type) || !/^[\x20-\x7e]{1,200}$/.test(mediaType)) return false;
  return declared === '*/*' || declared === type || (declared.endsWith('/*') && type.startsWith(declared.slice(0, -1)));
}
