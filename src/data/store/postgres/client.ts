/**
 * One connection to a PostgreSQL server with common settings, and how PostgreSQL's values become the JavaScript values
 * that SQLite gives for the same SQL.
 */
import pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { ConnectionRejected, isUnavailable } from './connection-errors.ts';
import { APPLICATION } from './connections.ts';

/** A reachable server accepts a connection within milliseconds; on a crowded machine within a second. */
export const CONNECT_MS = 3_000;
/** The operating system probes an idle connection after this; ten unanswered probes, one a second, close it. */
const KEEPALIVE_MS = 5_000;

/** The caller watches its liveness. */
export function newClient(url: string, startup = ''): pg.Client {
  const address = new URL(url);
  // Before the options of the address, so that an operator's own name wins.
  const name = `-c application_name=${APPLICATION.replaceAll(' ', '\\ ')}`;
  address.searchParams.set('options', `${name} ${address.searchParams.get('options') ?? ''} ${startup}`.trim());
  return clientOf({ connectionString: address.href, keepAliveInitialDelayMillis: KEEPALIVE_MS });
}

/** For callers with their own settings. */
export function clientOf(settings: pg.ClientConfig): pg.Client {
  const client = createClient({ keepAlive: true, types: { getTypeParser: typeParser }, ...settings });
  // The next query reports the break; without a listener the process would exit.
  client.on('error', () => {});
  return client;
}

/** The constructor reads the certificates that the address names. */
function createClient(settings: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(settings);
  } catch (error) {
    throw isUnavailable(error) ? error : new ConnectionRejected(error);
  }
}

/** Every failure means that the server is unavailable now. */
export async function connect(client: pg.Client): Promise<void> {
  // The driver's own timeout runs on while the process is suspended. The error text is the driver's.
  const end = afterLoopTime(CONNECT_MS, () => client.connection.stream.destroy(new Error('timeout expired')));
  try {
    await client.connect();
  } catch (error) {
    // The driver leaves the socket open when it rejected the server itself.
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

/** Every other type is text as PostgreSQL prints it: no Date and no parsed JSON. */
export const typeParser = (oid: number): ((text: string) => never) =>
  (parsers[oid] ?? String) as (text: string) => never;

/** Counts, sums and bigints; node:sqlite throws in the same case. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('A number beyond 2^53 cannot be read without loss.');
  return value;
}
