/** One connection to a PostgreSQL server: with what we expect of every one, and what it means that it could not be opened. */
import pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { ConnectionRejected, isUnavailable } from './connection-errors.ts';
import { APPLICATION } from './connections.ts';

/** A server that is there lets us in within milliseconds; on a crowded machine within a second. */
export const CONNECT_MS = 3_000;
/** A system asks the other end of an idle connection after this; ten questions without an answer, one a second, and it is gone. */
const KEEPALIVE_MS = 5_000;

/** Whoever opens it watches it. */
export function newClient(url: string, startup = ''): pg.Client {
  const address = new URL(url);
  // Before what the address says: an operator's own name for it counts.
  const name = `-c application_name=${APPLICATION.replaceAll(' ', '\\ ')}`;
  address.searchParams.set('options', `${name} ${address.searchParams.get('options') ?? ''} ${startup}`.trim());
  return clientOf({ connectionString: address.href, keepAliveInitialDelayMillis: KEEPALIVE_MS });
}

/** For those who have settings of their own. */
export function clientOf(settings: pg.ClientConfig): pg.Client {
  const client = made({ keepAlive: true, types: { getTypeParser: typeParser }, ...settings });
  // One that breaks is told by the next query on it: without a listener the process dies.
  client.on('error', () => {});
  return client;
}

/** Certificates that the address names are read here. */
function made(settings: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(settings);
  } catch (error) {
    throw isUnavailable(error) ? error : new ConnectionRejected(error);
  }
}

/** Whatever keeps us out of it, the server is not there for us now. */
export async function connect(client: pg.Client): Promise<void> {
  // Not by the driver's own clock, which runs on while we stand still. The words are the driver's.
  const end = afterLoopTime(CONNECT_MS, () => client.connection.stream.destroy(new Error('timeout expired')));
  try {
    await client.connect();
  } catch (error) {
    // The driver leaves it open where it was the one who did not agree.
    client.connection.stream.destroy();
    throw isUnavailable(error) ? error : new ConnectionRejected(error);
  } finally {
    end();
  }
}

const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const FLOAT4 = 700;
const FLOAT8 = 701;
const NUMERIC = 1700;

const parsers: Record<number, (text: string) => unknown> = {
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [BYTEA]: (text) => {
    const bytes = Buffer.from(text.slice(2), 'hex');
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  },
  [INT8]: exactNumber,
  [INT2]: Number,
  [INT4]: Number,
  [FLOAT4]: Number,
  [FLOAT8]: Number,
  [NUMERIC]: exactNumber,
};

/** Everything else is text, as PostgreSQL prints it: no Date and no parsed JSON ever comes out of a store. */
export const typeParser = (oid: number): ((text: string) => never) =>
  (parsers[oid] ?? String) as (text: string) => never;

/** Counts, sums and bigints; node:sqlite throws in the same case. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('A number beyond 2^53 cannot be read without loss.');
  return value;
}
