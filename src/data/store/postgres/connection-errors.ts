/** Classifies errors of PostgreSQL and of the network: server unavailable, or one connection broken. */
import pg from 'pg';
import { StoreUnavailable } from '#data/store/unavailable.ts';

/** One connection got no answer while the server answered on another and had no work for this one. */
export class SwallowedConnection extends Error {
  constructor() {
    super('nothing came back on a connection');
  }
}

/** No connection got an answer, and no further one could be opened. */
export class SilentServer extends Error {
  constructor(ms: number) {
    super(`nothing came back for ${ms / 1_000} seconds`);
  }
}

/** All connections of this thread were in use until the timeout. */
export class NoFreeConnection extends Error {
  constructor(ms: number) {
    super(`no connection to it became free within ${ms / 1_000} seconds`);
  }
}

/** The server was reached and rejected, or was rejected: untrusted certificate, no TLS, missing password. */
export class ConnectionRejected extends Error {
  constructor(cause: unknown) {
    const { code, message } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) };
    // Node's advice is for interactive use.
    const [text] = message.split('; if the root CA is installed locally');
    const advice = UNKNOWN_AUTHORITY.test(code ?? '')
      ? ' (its authority can be named by sslrootcert in the address)'
      : NO_PASSWORD.test(message)
        ? ' (the address has no password, and one is asked for)'
        : '';
    super(`${text}${advice}`, { cause });
  }
}

const NO_PASSWORD = /client password must be a (?:non-empty )?string/;
/** OpenSSL's codes for untrusted certificates. */
const UNKNOWN_AUTHORITY = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED)/;

/** An open connection broke; another one may work. */
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
/** Shut down by an operator, crash of another backend, terminated, idle too long. */
const BROKEN_STATES = new Set(['57P01', '57P02', '57P05', '25P03']);

const UNREACHED_CODES = new Set(
  ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENOENT'].concat(
    // The client machine has no more sockets.
    ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'],
  ),
);
/** Server starting or shutting down; statement timeout; a primary that became a replica; missing database. */
const AWAY_STATES = new Set(['57P03', '57014', '25006', '3D000']);
/** Connection exceptions, exhausted resources (connections, disk, memory), system errors, invalid credentials. */
const AWAY_CLASSES = new Set(['08', '53', '58', '28']);

/** The driver reports these as text only. */
const BROKEN_WORDS = /^(Connection terminated(?! due to)|Client has encountered a connection error|Client was closed)/;
const AWAY_WORDS =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** The connection broke during a statement, or before it was sent. */
export function isBrokenConnection(error: unknown): boolean {
  if (error instanceof SwallowedConnection) return true;
  if (error instanceof pg.DatabaseError)
    return BROKEN_STATES.has(error.code ?? '') || error.code?.startsWith('08') === true;
  return error instanceof Error && (BROKEN_CODES.has(codeOf(error)) || BROKEN_WORDS.test(error.message));
}

/** No further statement on this connection would be answered. */
export const isLostConnection = (error: unknown): boolean =>
  isBrokenConnection(error) ||
  error instanceof SilentServer ||
  (error instanceof Error && AWAY_WORDS.test(error.message));

const OWN_ERRORS = [SilentServer, NoFreeConnection, ConnectionRejected];

/** The error as callers of a store get it. */
export const toStoreError = (error: unknown): unknown => (isUnavailable(error) ? new StoreUnavailable(error) : error);

/** Whether the database is unavailable now. */
export function isUnavailable(error: unknown): boolean {
  if (isBrokenConnection(error) || OWN_ERRORS.some((Own) => error instanceof Own)) return true;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    return AWAY_STATES.has(state) || AWAY_CLASSES.has(state.slice(0, 2));
  }
  return error instanceof Error && (UNREACHED_CODES.has(codeOf(error)) || AWAY_WORDS.test(error.message));
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');
