/** Describes faults of the machine in one sentence, without a stack. */

import { AnotherBuild } from '#data/store/dataset.ts';
import { CannotStart } from '#server/start-error.ts';

/** Null for a fault of the program, which needs the stack. */
export function operationalMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AnotherBuild || error instanceof CannotStart) return error.message;
  // Node tries every address of a host name, and reports all failures.
  if (error instanceof AggregateError) return operationalMessage(error.errors[0]);
  const { code, syscall, path, dest, address, port, message } = error as NodeJS.ErrnoException & {
    dest?: string;
    address?: string;
    port?: number;
  };
  const { errcode, errstr } = error as { errcode?: number; errstr?: string };
  if (code === 'ERR_SQLITE_ERROR') return sqlite(errcode ?? 0, errstr ?? message);
  if (code === FORBIDDEN) return `${message}: ${ABOUT_RIGHTS}`;
  if (isFromServer(error)) return `PostgreSQL refuses: ${message} (${code}).`;
  const text = SYSTEM[code ?? ''];
  if (syscall === undefined || text === undefined) return null;
  const where = dest ?? path ?? (address === undefined ? null : `${address}${port === undefined ? '' : `:${port}`}`);
  return `${text}${where === null ? '' : `: ${where}`} (${code}, ${syscall}).`;
}

const SYSTEM: Record<string, string> = {
  EACCES: 'This may not be read or written by this user',
  EPERM: 'This may not be changed by this user',
  EROFS: 'This cannot be written, its file system is read-only',
  ENOENT: 'This is not there',
  ENOTDIR: 'This is no folder',
  EISDIR: 'This is a folder, not a file',
  ENOSPC: 'No space is left for this',
  EDQUOT: 'No space is left for this user',
  EMFILE: 'Too many files are open',
  ENFILE: 'Too many files are open',
  EIO: 'This cannot be read or written, its disk reports an error',
  EADDRINUSE: 'Another program listens here',
  EADDRNOTAVAIL: 'This machine has no such address',
  ECONNREFUSED: 'No program listens here',
  ECONNRESET: 'The other side hung up',
  ETIMEDOUT: 'No answer from here',
  EHOSTUNREACH: 'There is no way to this machine',
  ENETUNREACH: 'There is no way to this network',
  ENOTFOUND: 'No machine has this name',
  EAI_AGAIN: 'Names of machines cannot be looked up at the moment',
};

/** Result codes of SQLite for faults of the machine; all others are faults of statements. */
const SQLITE: Record<number, string> = {
  3: 'may not be read',
  5: 'is in use by another process',
  8: 'may not be written',
  10: 'cannot be read or written, its disk reports an error',
  11: 'is damaged',
  13: 'cannot grow, the disk is full',
  14: 'cannot be opened',
  26: 'is no database',
};

const sqlite = (errcode: number, errstr: string): string | null => {
  // Extended codes carry the plain one in their lowest byte.
  const text = SQLITE[errcode & 0xff];
  return text === undefined ? null : `A database of the data folder ${text}: ${errstr} (SQLite ${errcode}).`;
};

/** PostgreSQL: insufficient privilege. */
const FORBIDDEN = '42501';
const ABOUT_RIGHTS = 'the user of the database must own it, or be allowed to create schemas in it (docs/hosts.md).';

/** Classes of errors about connections and the server, not about a statement. */
const OPERATIONAL = /^(08|28|3D|53|57|58)/;

const isFromServer = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && OPERATIONAL.test(code);
};
