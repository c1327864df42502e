/** What the tax authority told us by the time of a build, in pages in the order of fiscal codes, so that tables can be asked beside them. */
import type { Database } from '#data/store/database.ts';

const PAGE_ROWS = 1000;

export interface ObservedRow {
  cui: number;
  record: string;
  fetched_at: string;
}

/** Rows of the codes above the first and up to the last of them. */
export interface ObservedPage {
  above: number;
  upTo: number;
  rows: ObservedRow[];
}

export async function* observedPages(live: Database): AsyncGenerator<ObservedPage> {
  for (let above = 0; ; ) {
    const rows = await live.all<ObservedRow>(
      `select cui, record, fetched_at from fiscal_observation where found = 1 and cui > $1 order by cui limit ${PAGE_ROWS}`,
      [above],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield { above, upTo: last.cui, rows };
    above = last.cui;
  }
}
