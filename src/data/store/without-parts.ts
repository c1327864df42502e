/** An area of which some parts are not read: asking for their tables is told apart from a mistake in a query. */
import type { Database, Value } from './database.ts';
import { type Part, UnreadablePart } from './dataset.ts';
import { madeAgain } from './manifest.ts';

export function withoutParts(db: Database, missing: readonly Part[]): Database {
  const told = (error: unknown): unknown => (isMissingTable(error) ? new UnreadablePart(madeAgain(missing)) : error);
  const tell = (error: unknown): never => {
    throw told(error);
  };
  return {
    engine: db.engine,
    all: <R>(sql: string, params?: readonly Value[]) => db.all<R>(sql, params).catch(tell),
    one: <R>(sql: string, params?: readonly Value[]) => db.one<R>(sql, params).catch(tell),
    async *stream<R>(sql: string, params?: readonly Value[]) {
      try {
        yield* db.stream<R>(sql, params);
      } catch (error) {
        throw told(error);
      }
    },
    write: db.write,
    close: db.close,
  };
}

/** As SQLite says it in words, and PostgreSQL by `undefined_table`. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('no such table') || (error as { code?: string }).code === '42P01');
