/** Parts of a file, as RFC 9110 lets callers ask for them. */
import type { ByteRange } from '#api/file.ts';

/**
 * The part that a Range header asks for: null for the whole, which is the answer to what we cannot read and to several parts at
 * once; `beyond` when it lies behind the end.
 */
export function partOf(range: string | undefined, sizeBytes: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=([0-9]{0,16})-([0-9]{0,16})$/i.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'beyond';
}

const lastBytes = (count: number, sizeBytes: number): ByteRange | 'beyond' =>
  count === 0 || sizeBytes === 0 ? 'beyond' : { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };

export interface Validators {
  etag: string;
  /** As the header Last-Modified writes it; null when nobody knows. */
  lastModified: string | null;
}

/** Whether the caller's part belongs to the file as it is now: If-Range compares strongly, and dates to the letter. */
export const isRangeCurrent = (ifRange: string | undefined, { etag, lastModified }: Validators): boolean =>
  ifRange === undefined || (ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified);

/** Whether the caller has it already. The date counts only where no tag is sent. */
export function isUnchangedSince(ifModifiedSince: string | undefined, lastModified: string | null): boolean {
  if (ifModifiedSince === undefined || lastModified === null) return false;
  if (ifModifiedSince.length !== lastModified.length) return false;
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}

/**
 * The header that names another file than the one there is, null when none does. Tags are compared strongly, as for all who go on
 * with what they have; the date counts only where no tag is sent, and one that nobody can read is not there.
 */
export function brokenCondition(
  { ifMatch, ifUnmodifiedSince }: { ifMatch: string | undefined; ifUnmodifiedSince: string | undefined },
  tags: readonly string[],
  lastModified: string | null,
): 'if-match' | 'if-unmodified-since' | null {
  if (ifMatch !== undefined) return isOneOf(ifMatch, tags) ? null : 'if-match';
  if (ifUnmodifiedSince === undefined || lastModified === null) return null;
  // As in isUnchangedSince: only dates as HTTP writes them.
  if (ifUnmodifiedSince.length !== lastModified.length) return null;
  return Date.parse(lastModified) > Date.parse(ifUnmodifiedSince) ? 'if-unmodified-since' : null;
}

const isOneOf = (ifMatch: string, tags: readonly string[]): boolean =>
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some((given) => given.trim().startsWith('"') && tags.includes(given.trim()));
