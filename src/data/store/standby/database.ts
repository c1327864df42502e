/**
 * Reads of one generation, on the standby where that is possible and else on the primary. Both hold the same rows for good, so a
 * read may change from one to the other at any moment.
 */
import { crc32 } from 'node:zlib';
import type { Database, Row, Value } from '#data/store/database.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { isMissing, type StandbyRouter } from './standby-router.ts';

/** `pointings`: the standby has the generation once the pointer was set so often there. */
export function standbyDatabase(standby: Database, primary: Database, way: StandbyRouter, pointings: number): Database {
  const read = async <T>(ask: (db: Database) => Promise<T>): Promise<T> => {
    if (way.isUsable(pointings)) {
      try {
        way.count('standby');
        return await way.unlessLost(ask(standby));
      } catch (error) {
        if (!way.isPrimaryNeeded(error)) throw error;
      }
    }
    way.count('primary');
    return ask(primary);
  };
  return {
    engine: primary.engine,
    all: <R>(sql: string, params?: readonly Value[]) => read((db) => db.all<R>(sql, params)),
    one: <R>(sql: string, params?: readonly Value[]) => read((db) => db.one<R>(sql, params)),
    async *stream<R>(sql: string, params?: readonly Value[]) {
      const given = new ReadPosition();
      if (way.isUsable(pointings)) {
        try {
          way.count('standby');
          for await (const row of rowsUnlessLost(standby.stream<R>(sql, params), way)) {
            given.add(row as Row);
            yield row;
          }
          return;
        } catch (error) {
          if (!way.isPrimaryNeeded(error)) throw error;
        }
      }
      way.count('primary');
      try {
        yield* given.rest(primary.stream<R>(sql, params));
      } catch (error) {
        throw given.isBegun() && isMissing(error) ? removed() : error;
      }
    },
    write: primary.write,
    async close() {
      await primary.close();
      // One that went silent says no good-bye.
      await way.unlessLost(standby.close()).catch(() => {});
    },
  };
}

/** Its rows, unless the standby is given up while one is waited for. */
async function* rowsUnlessLost<R>(rows: AsyncIterable<R>, way: StandbyRouter): AsyncGenerator<R> {
  const iterator = rows[Symbol.asyncIterator]();
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const { done, value } = await way.unlessLost(iterator.next());
      isWaiting = false;
      if (done === true) return;
      yield value;
    }
  } finally {
    const end = Promise.resolve(iterator.return?.()).catch(() => {});
    // Whoever was given up may never answer.
    if (!isWaiting) await end;
  }
}

/** What a stream has given away already, so that it can go on elsewhere behind it: where the same rows come in the same order. */
class ReadPosition {
  private count = 0;
  private sum = 0;

  add(row: Row): void {
    this.count++;
    this.sum = sumOf(row, this.sum);
  }

  isBegun(): boolean {
    return this.count > 0;
  }

  async *rest<R>(rows: AsyncIterable<R>): AsyncGenerator<R> {
    let passed = 0;
    let sum = 0;
    for await (const row of rows) {
      if (passed < this.count) {
        passed++;
        sum = sumOf(row as Row, sum);
        if (passed === this.count && sum !== this.sum) throw otherOrder();
      } else yield row;
    }
    if (passed < this.count) throw otherOrder();
  }
}

const otherOrder = (): StoreUnavailable =>
  new StoreUnavailable('the standby was lost in the middle of a long read, which the primary gives in another order');

/** A primary keeps for its own readers what they read; of those on the standby it does not know. */
const removed = (): StoreUnavailable =>
  new StoreUnavailable('a generation that was replaced long ago was removed in the middle of a long read');

const sumOf = (row: Row, before: number): number =>
  Object.values(row).reduce<number>(
    (sum, value) => crc32(value instanceof Uint8Array ? value : `${typeof value} ${value}\0`, sum),
    before,
  );
