/** Which place of files belongs to this store: one row. */
import type { Database } from '#data/store/database.ts';

/** Where the files of this store lie: its mark, and as people call it. */
export interface Registered {
  place: string;
  shown: string;
}

export const registered = (db: Database): Promise<Registered | null> =>
  db.one<Registered>('select place, shown from blob_place where one = 1');

/** Nothing was ever kept. */
export const isEmpty = async (db: Database): Promise<boolean> =>
  (await db.one('select sha256 from blob limit 1')) === null;

/** Every file that was kept. */
export const keptBlobs = (db: Database): AsyncIterable<{ sha256: string; bytes: number }> =>
  db.stream('select sha256, bytes from blob order by sha256');

/** Takes the place of `before` only: of two at once, the first one counts. */
export async function register(db: Database, own: Registered, before: Registered | null): Promise<void> {
  await db.write([
    {
      sql: `insert into blob_place (one, place, shown) values (1, $1, $2)
        on conflict (one) do update set place = excluded.place, shown = excluded.shown where blob_place.place = $3`,
      params: [own.place, own.shown, before?.place ?? null],
    },
  ]);
}
