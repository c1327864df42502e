/** Faults of the machine by the result codes of SQLite; all other codes are faults of statements. */

const FULL = 13;
const TEXTS: Record<number, string> = {
  3: 'may not be read',
  5: 'is in use by another process',
  6: 'is in use by another process',
  8: 'may not be written',
  10: 'cannot be read or written, its disk reports an error',
  11: 'is damaged',
  [FULL]: 'cannot grow, the disk is full. Free space there, or set FIRMOTECA_DATA to a folder on a larger disk',
  14: 'cannot be opened',
  26: 'is no database',
};
/** SQLITE_IOERR_SHMSIZE: there is no space for the index of the write-ahead log, which every reader needs. */
const NO_SPACE_FOR_INDEX = 4_874;

export const isFullCode = (errcode: number): boolean => errcode === FULL || errcode === NO_SPACE_FOR_INDEX;

/** A sentence about the file and what helps; null for an error of another kind. */
export function machineFault(error: unknown, file: string): string | null {
  const { code, errcode = 0, errstr } = error as { code?: unknown; errcode?: number; errstr?: string };
  if (code !== 'ERR_SQLITE_ERROR') return null;
  // Extended codes carry the plain one in their lowest byte.
  const text = TEXTS[isFullCode(errcode) ? FULL : errcode & 0xff];
  return text === undefined ? null : `${file} ${text} (SQLite ${errcode}: ${errstr}).`;
}
