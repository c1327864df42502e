/** One connection to a PostgreSQL server: with what we expect of every one, and what it means that it could not be opened. */
import pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { isAway, NotLetIn } from './connection-errors.ts';
import { APPLICATION } from './connections.ts';
import { typeParser } from './types.ts';

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
    throw isAway(error) ? error : new NotLetIn(error);
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
    throw isAway(error) ? error : new NotLetIn(error);
  } finally {
    end();
  }
}
