/** Rows one by one, through a cursor in a read-only transaction, which ends when the reader has read all or enough. */
import type { Row } from '#data/store/database.ts';
import { ask, begun, type Held, type Lease, undone } from './lease.ts';
import type { Query } from './profile.ts';
import { readAgain } from './retry.ts';

/** Rows a cursor hands over at a time: a few hundred KB of ordinary rows. */
const FETCH_ROWS = 1_000;
/** A portion of a stream; the first may wait for a whole table to be sorted. */
const FETCH_MS = 300_000;

/**
 * Where callers wait, the last portion, which for most is the first, is handed over when the connection is free again, however slowly
 * it is read. Who builds reads as fast as it goes, and keeps the transaction to the end.
 */
export async function* cursor(lease: Lease, query: Query): AsyncGenerator<Row> {
  const opened = await readAgain(
    () => openCursor(lease, query),
    (error) => error,
  );
  let held: Held | null = opened.held;
  let rows = opened.first;
  const end = async ({ connection, give }: Held, error?: unknown): Promise<void> => {
    held = null;
    give(await undone(lease, connection, error));
  };
  try {
    while (rows.length === FETCH_ROWS) {
      yield* rows;
      rows = await portion(lease, held);
    }
    if (lease.isServing) await end(held);
    yield* rows;
  } catch (error) {
    if (held) await end(held, error);
    throw error;
  } finally {
    if (held) await end(held);
  }
}

async function openCursor(lease: Lease, { text, values }: Query): Promise<{ held: Held; first: Row[] }> {
  // Most streams are read to the end: plan for all rows, not for the first tenth. Each portion has its own deadline, which is ours.
  const more = '; set local cursor_tuple_fraction = 1; set local statement_timeout = 0';
  const held = await begun(lease, 'stream', 'begin read only', more);
  const { connection, give } = held;
  const declare = { text: `declare rows no scroll cursor for ${text}`, values, query_timeout: FETCH_MS };
  try {
    await ask(lease, connection, declare);
    return { held, first: await portion(lease, held) };
  } catch (error) {
    give(await undone(lease, connection, error));
    throw error;
  }
}

const portion = (lease: Lease, { connection }: Held): Promise<Row[]> =>
  ask(lease, connection, { text: `fetch ${FETCH_ROWS} from rows`, query_timeout: FETCH_MS });
