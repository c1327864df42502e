/**
 * Reads of one generation, on the standby where possible, else on the primary. Both hold the same rows, so a read may
 * change servers at any moment.
 */
import { crc32 } from 'node:zlib';
import type { Database, Row, Value } from '#data/store/database.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { isMissing, type StandbyRouter } from './standby-router.ts';

/** `pointings`: the standby has the generation once its pointer was set this often. */
export function standbyDatabase(
  standby: Database,
  primary: Database,
  router: StandbyRouter,
  pointings: number,
): Database {
  const read = async <T>(query: (db: Database) => Promise<T>): Promise<T> => {
    if (router.isUsable(pointings)) {
      try {
        router.count('standby');
        return await router.unlessLost(query(standby));
      } catch (error) {
        if (!router.isPrimaryNeeded(error)) throw error;
      }
    }
    router.count('primary');
    return query(primary);
  };
  return {
    engine: primary.engine,
    all: <R>(sql: string, params?: readonly Value[]) => read((db) => db.all<R>(sql, params)),
    one: <R>(sql: string, params?: readonly Value[]) => read((db) => db.one<R>(sql, params)),
    async *stream<R>(sql: string, params?: readonly Value[]) {
      const position = new ReadPosition();
      if (router.isUsable(pointings)) {
        try {
          router.count('standby');
          for await (const row of rowsUnlessLost(standby.stream<R>(sql, params), router)) {
            position.add(row as Row);
            yield row;
          }
          return;
        } catch (error) {
          if (!router.isPrimaryNeeded(error)) throw error;
        }
      }
      router.count('primary');
      try {
        yield* position.rest(primary.stream<R>(sql, params));
      } catch (error) {
        throw position.isBegun() && isMissing(error) ? generationRemoved() : error;
      }
    },
    write: primary.write,
    async close() {
      await primary.close();
      // A dead connection does not confirm its end.
      await router.unlessLost(standby.close()).catch(() => {});
    },
  };
}

/** Its rows, unless the standby is lost while waiting for one. */
async function* rowsUnlessLost<R>(rows: AsyncIterable<R>, router: StandbyRouter): AsyncGenerator<R> {
  const iterator = rows[Symbol.asyncIterator]();
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const { done, value } = await router.unlessLost(iterator.next());
      isWaiting = false;
      if (done === true) return;
      yield value;
    }
  } finally {
    const end = Promise.resolve(iterator.return?.()).catch(() => {});
    // A lost standby may never answer.
    if (!isWaiting) await end;
  }
}

/** Rows already yielded by a stream, so that it can resume on the primary, if that returns the same rows in the same order. */
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
        if (passed === this.count && sum !== this.sum) throw orderChanged();
      } else yield row;
    }
    if (passed < this.count) throw orderChanged();
  }
}

const orderChanged = (): StoreUnavailable =>
  new StoreUnavailable('the standby was lost in the middle of a long read, which the primary gives in another order');

/** A primary retains rows for its own readers, not for those on the standby. */
const generationRemoved = (): StoreUnavailable =>
  new StoreUnavailable('a generation that was replaced long ago was removed in the middle of a long read');

const sumOf = (row: Row, before: number): number =>
  Object.values(row).reduce<number>(
    (sum, value) => crc32(value instanceof Uint8Array ? value : `${typeof value} ${value}\0`, sum),
    before,
  );
