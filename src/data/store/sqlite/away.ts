/** Which errors of SQLite mean that its file cannot be used now: another process holds it, or the disk does not do its part. */
import { StoreUnavailable } from '#data/store/unavailable.ts';

/** SQLITE_BUSY, LOCKED, NOMEM, IOERR, FULL, CANTOPEN, PROTOCOL: the primary result codes; extended ones carry more above them. */
const AWAY = new Set([5, 6, 7, 10, 13, 14, 15]);
const PRIMARY = 0xff;

/** The error as callers of a store get it. */
export const told = (error: unknown): unknown =>
  error instanceof Error && AWAY.has(Number((error as { errcode?: unknown }).errcode) & PRIMARY)
    ? new StoreUnavailable(error)
    : error;
