/** Describes faults of the machine in a sentence or two, without a stack. */

import { AnotherBuild } from '#data/store/dataset.ts';
import { machineFault } from '#data/store/sqlite/machine-fault.ts';
import { isDiskFull } from '#data/store/unavailable.ts';
import { CannotStart } from './start-error.ts';

/** Null for a fault of the program, which needs the stack. `dataFolder`: for errors that name no file. */
export function operationalMessage(error: unknown, dataFolder = 'the data folder'): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AnotherBuild || error instanceof CannotStart) return error.message;
  // Node tries every address of a host name, and reports all failures.
  if (error instanceof AggregateError) return operationalMessage(error.errors[0], dataFolder);
  const { code, syscall, path, dest, address, port, message } = error as NodeJS.ErrnoException & {
    dest?: string;
    address?: string;
    port?: number;
  };
  if (code === 'ERR_SQLITE_ERROR') return machineFault(error, `A database in ${dataFolder}`);
  if (code === FORBIDDEN) return `${message}: ${ABOUT_RIGHTS}`;
  if (isFromServer(error)) return `PostgreSQL refuses: ${message} (${code}).`;
  const text = SYSTEM[code ?? ''];
  if (syscall === undefined || text === undefined) return null;
  const isFull = isDiskFull(error);
  const socket = address === undefined ? null : `${address}${port === undefined ? '' : `:${port}`}`;
  // A write names no file.
  const where = dest ?? path ?? socket ?? (isFull ? dataFolder : null);
  return `${text}${where === null ? '' : `: ${where}`} (${code}, ${syscall}).${isFull ? ' Free space there, and try again.' : ''}`;
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

/** PostgreSQL: insufficient privilege. */
const FORBIDDEN = '42501';
const ABOUT_RIGHTS = 'the user of the database must own it, or be allowed to create schemas in it (docs/hosts.md).';

/** Classes of errors about connections and the server, not about a statement. */
const OPERATIONAL = /^(08|28|3D|53|57|58)/;

const isFromServer = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && OPERATIONAL.test(code);
};
