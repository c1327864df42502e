/** Answers that are files: what a declaration says of them, and what a handler gives. */
import Type from 'typebox';

/** Stands in a declaration instead of the shape of JSON. */
export interface FileSpec {
  /** Such as `application/pdf`, `text/*`, or `*\/*` where files come as others made them. */
  mediaTypes: readonly [string, ...string[]];
  /** What is in it, for the documentation. */
  about: string;
  /** It is made while it is sent: no part of it can be asked for. */
  isStreamed?: true;
}

export interface AnswerFile {
  mediaType: string;
  /** What a reader would save it as; letters of any language. */
  name: string;
  /** Null when nobody knows before the end: then it cannot be asked for in parts. */
  sizeBytes: number | null;
  /** Of the whole content, in hexadecimal digits; null when nobody made it. */
  sha256: string | null;
  /** Where nobody made that: what changes whenever the content means something else. Left out, no two answers are known to be the same. */
  revision?: string;
  /** ISO instant. */
  modifiedAt: string | null;
  /**
   * The content, or a part of it (`end` included), made as fast as it is taken. `signal` is aborted when its reader is gone; the
   * iterator is closed then, too.
   */
  open(part: ByteRange | null, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** In place of a schema, which files do not have: the client takes the type from it. */
export const FILE = Type.Unsafe<AnswerFile>({ type: 'string', format: 'binary' });

/** What breaks the declaration; null when nothing does. */
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
  // What follows the type goes into a header as it is.
  if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(type) || !/^[\x20-\x7e]{1,200}$/.test(mediaType)) return false;
  return declared === '*/*' || declared === type || (declared.endsWith('/*') && type.startsWith(declared.slice(0, -1)));
}
