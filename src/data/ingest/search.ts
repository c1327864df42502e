/** The computed part that lists and searches read (search/tables.ts): the listing, its sizes, and the index of names. */
import type { PartBuild } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import type { Row } from '#data/store/table.ts';
import {
  wordIndexCount,
  wordIndexFill,
  wordIndexFinish,
  wordIndexRows,
  wordIndexTable,
} from '#data/store/word-index.ts';
import { listing, listingIndexes, listingTables, nameEntry, nameIndexes, nameTables } from '#domain/search/tables.ts';
import { deletionsOfAllWords } from '#domain/search/typos-table.ts';
import { PAIRED_ENTRIES_MIN, pairsOf } from '#domain/search/word-pairs.ts';
import { bareName } from '#lib/values/company-name.ts';
import { inPages, listingRows } from './listing.ts';
import type { ReportedActivities } from './observations.ts';

/** Rows in memory at a time. */
const PAGE_ROWS = 2_000;

/** Reads the registry and the parts that `loaded` names. Returns the numbers of rows. */
export async function loadSearch(
  part: PartBuild,
  reported: ReportedActivities,
  loaded: { finances: boolean; entities: boolean },
): Promise<{ listing: number; name_entry: number }> {
  await part.execute(listingTables);
  let count = 0;
  for await (const page of inPages(listingRows(part.db, reported, loaded), PAGE_ROWS))
    count += await part.load(listing, page);
  await part.execute(listingIndexes + sizes());
  return { listing: count, name_entry: await loadNames(part) };
}

/** `rev3:4711`: codes of two revisions are two activities. */
const ACTIVITY = `caen_revision || ':' || caen`;

/** The size of every list: by county, locality and activity, each or none; of all firms and of operating ones. */
function sizes(): string {
  const localities = [[], ['county_slug'], ['county_slug', 'locality_slug']];
  const columnSets = localities.flatMap((columns) => [columns, [...columns, 'caen']]);
  return columnSets
    .flatMap((columns) =>
      [0, 1].map((active) => {
        const value = (column: string): string =>
          columns.includes(column) ? (column === 'caen' ? ACTIVITY : column) : "''";
        const conditions = [...columns.map((column) => `${column} is not null`), ...(active ? ['active = 1'] : [])];
        return `
insert into listing_size (county_slug, locality_slug, caen, active, size)
select ${value('county_slug')}, ${value('locality_slug')}, ${value('caen')}, ${active}, count(*) from listing
${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} ${columns.length > 0 ? `group by ${columns.map(value).join(', ')}` : ''};`;
      }),
    )
    .join('');
}

interface NameLine {
  rank: number;
  name: string;
  former: string | null;
}

const namePairs = wordIndexRows('name_pairs');

/** Reads the listing in the part, and former names of another. Returns the number of names. */
async function loadNames(part: PartBuild): Promise<number> {
  const { engine } = part.db;
  await part.execute(
    nameTables + wordIndexTable(engine, 'name_words') + wordIndexTable(engine, 'name_pairs', { whole: true }),
  );
  const count = await part.load(nameEntry, entries(part));
  await part.execute(nameIndexes);
  await part.execute(wordIndexFill(engine, 'name_words', { table: 'name_entry', id: 'id', words: 'bare' }));
  await part.execute(wordIndexFinish(engine, 'name_words') + wordIndexCount(engine, 'name_words', 'name_word'));
  await part.load(namePairs, pairs(part));
  await part.execute(wordIndexFinish(engine, 'name_pairs') + wordIndexCount(engine, 'name_pairs', 'name_pair'));
  await part.execute(deletionsOfAllWords);
  return count;
}

/** Without names that are empty once normalised (`- SRL`, `???`). */
async function* entries({ db }: PartBuild): AsyncGenerator<Row<typeof nameEntry>> {
  const names = db.stream<NameLine>(
    `select l.rank, l.name, h.name as former from listing l
     left join former_name h on h.registration_number = l.registration_number
     order by l.rank, h.until desc, h.name ${bytewise[db.engine]}`,
  );
  let id = 0;
  let rank = 0;
  let yielded = new Set<string>();
  for await (const line of names) {
    if (line.rank !== rank) {
      rank = line.rank;
      const bare = bareName(line.name);
      yielded = new Set([bare, '']);
      if (bare !== '') yield { id: ++id, rank, former: false, bare };
    }
    const former = line.former === null ? '' : bareName(line.former);
    if (yielded.has(former)) continue;
    yielded.add(former);
    yield { id: ++id, rank, former: true, bare: former };
  }
}

async function* pairs({ db }: PartBuild): AsyncGenerator<Row<typeof namePairs>> {
  const rows = await db.all<{ word: string }>(`select word from name_word where entries > ${PAIRED_ENTRIES_MIN}`);
  const frequent = new Set(rows.map(({ word }) => word));
  if (frequent.size < 2) return;
  for await (const { id, bare } of db.stream<{ id: number; bare: string }>(
    'select id, bare from name_entry order by id',
  )) {
    const words = pairsOf(bare.split(' ').filter((word) => frequent.has(word)));
    if (words.length > 0) yield { rowid: id, words: words.join(' ') };
  }
}
