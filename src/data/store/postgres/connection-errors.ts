/** Which errors of PostgreSQL and of the way to it mean that it is not there now, and which of them that one connection broke. */
import pg from 'pg';
import { StoreUnavailable } from '#data/store/unavailable.ts';

/** Nothing came back on one connection, while the server answered on another and knew of nothing to do for this one. */
export class SwallowedConnection extends Error {
  constructor() {
    super('nothing came back on a connection');
  }
}

/** Nothing came back on any connection, and no other could be opened. */
export class SilentServer extends Error {
  constructor(ms: number) {
    super(`nothing came back for ${ms / 1_000} seconds`);
  }
}

/** Others had all connections of this thread for as long as somebody may wait for one. */
export class NoFreeConnection extends Error {
  constructor(ms: number) {
    super(`no connection to it became free within ${ms / 1_000} seconds`);
  }
}

/** It was there, and we did not come to an agreement: a certificate that nobody vouches for, no TLS, a password that is missing. */
export class ConnectionRejected extends Error {
  constructor(cause: unknown) {
    const { code, message } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) };
    // What the runtime advises there is for whoever starts it by hand.
    const [words] = message.split('; if the root CA is installed locally');
    const advice = UNKNOWN_AUTHORITY.test(code ?? '')
      ? ' (its authority can be named by sslrootcert in the address)'
      : NO_PASSWORD.test(message)
        ? ' (the address has no password, and one is asked for)'
        : '';
    super(`${words}${advice}`, { cause });
  }
}

const NO_PASSWORD = /client password must be a (?:non-empty )?string/;
/** Of a certificate, as OpenSSL names it. */
const UNKNOWN_AUTHORITY = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED)/;

/** A connection that was open and is not any more: another one may well work. */
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
/** Shut down by an operator, crashed with another one, told to end, idle for too long. */
const BROKEN_STATES = new Set(['57P01', '57P02', '57P05', '25P03']);

const UNREACHED_CODES = new Set(
  ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENOENT'].concat(
    // The machine that asks has no more sockets.
    ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'],
  ),
);
/** Starts up or shuts down; a statement's time is over; a primary that became a replica; a database that is not there. */
const AWAY_STATES = new Set(['57P03', '57014', '25006', '3D000']);
/** Connection exceptions, no more resources (connections, disk, memory), trouble of its system, credentials that do not count. */
const AWAY_CLASSES = new Set(['08', '53', '58', '28']);

/** The driver says these in words only. */
const BROKEN_WORDS = /^(Connection terminated(?! due to)|Client has encountered a connection error|Client was closed)/;
const AWAY_WORDS =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** The connection broke under a statement, or before it was sent. */
export function isBrokenConnection(error: unknown): boolean {
  if (error instanceof SwallowedConnection) return true;
  if (error instanceof pg.DatabaseError)
    return BROKEN_STATES.has(error.code ?? '') || error.code?.startsWith('08') === true;
  return error instanceof Error && (BROKEN_CODES.has(codeOf(error)) || BROKEN_WORDS.test(error.message));
}

/** Nothing that is sent on it would be answered, or not now: no statement may follow this one. */
export const isLostConnection = (error: unknown): boolean =>
  isBrokenConnection(error) ||
  error instanceof SilentServer ||
  (error instanceof Error && AWAY_WORDS.test(error.message));

const OWN_ERRORS = [SilentServer, NoFreeConnection, ConnectionRejected];

/** The error as callers of a store get it. */
export const toStoreError = (error: unknown): unknown => (isUnavailable(error) ? new StoreUnavailable(error) : error);

/** Nobody is there to answer us now. */
export function isUnavailable(error: unknown): boolean {
  if (isBrokenConnection(error) || OWN_ERRORS.some((Ours) => error instanceof Ours)) return true;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    return AWAY_STATES.has(state) || AWAY_CLASSES.has(state.slice(0, 2));
  }
  return error instanceof Error && (UNREACHED_CODES.has(codeOf(error)) || AWAY_WORDS.test(error.message));
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');
