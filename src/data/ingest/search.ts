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
import {
  listingIndexes,
  listingTables,
  nameEntry,
  nameIndexes,
  nameTables,
  wordDeletion,
} from '#domain/search/tables.ts';
import { correctableWords, deletionsOf } from '#domain/search/typos-table.ts';
import { PAIRED_ENTRIES_MIN, pairsOf } from '#domain/search/word-pairs.ts';
import { bareName } from '#lib/values/company-name.ts';
import { loadListing } from './listing.ts';
import type { MarketCounts } from './market.ts';
import type { ReportedActivities } from './observations.ts';

/** Rows in memory at a time. */
const PAGE_ROWS = 2_000;

/** Reads the registry and the parts that `loaded` names. Returns the numbers of rows, and the counts of the firms. */
export async function loadSearch(
  part: PartBuild,
  reported: ReportedActivities,
  loaded: { finances: boolean; entities: boolean },
): Promise<{ stored: { listing: number; name_entry: number }; market: MarketCounts }> {
  await part.execute(listingTables);
  const { rows, market } = await loadListing(part, reported, loaded);
  // Without an index that begins with a column of the groups, the listing is read in order.
  await part.execute(sizes + listingIndexes);
  return { stored: { listing: rows, name_entry: await loadNames(part) }, market };
}

/** The size of every list: by county, locality and activity, each or none; of all firms and of operating ones. The listing is grouped once. */
const sizes = `
insert into listing_size (county_slug, locality_slug, caen, active, size)
with counted (county, locality, activity, firms, operating) as (
  select county_slug, locality_slug, caen_revision || ':' || caen, count(*), sum(case when active = 1 then 1 else 0 end)
  from listing group by 1, 2, 3
),
summed (county_slug, locality_slug, caen, firms, operating) as (
  select '', '', '', coalesce(sum(firms), 0), coalesce(sum(operating), 0) from counted
${[['county'], ['county', 'locality'], ['activity'], ['county', 'activity'], ['county', 'locality', 'activity']]
  .map((columns) => {
    const values = ['county', 'locality', 'activity'].map((column) => (columns.includes(column) ? column : "''"));
    const known = columns.map((column) => `${column} is not null`).join(' and ');
    return `  union all select ${values.join(', ')}, sum(firms), sum(operating) from counted where ${known} group by ${columns.join(', ')}\n`;
  })
  .join('')})
select county_slug, locality_slug, caen, active, case when active = 1 then operating else firms end
from summed cross join (select 0 as active union all select 1) either
where active = 0 or operating > 0 or county_slug = '' and caen = ''
order by county_slug, locality_slug, caen, active;`;

/** Reads the listing in the part, and former names of another. Returns the number of names. */
async function loadNames(part: PartBuild): Promise<number> {
  const { engine } = part.db;
  await part.execute(
    nameTables + wordIndexTable(engine, 'name_words') + wordIndexTable(engine, 'name_pairs', { whole: true }),
  );
  const count = await loadEntries(part);
  await part.execute(nameIndexes);
  await part.execute(wordIndexFill(engine, 'name_words', { table: 'name_entry', id: 'id', words: 'bare' }));
  await part.execute(wordIndexFinish(engine, 'name_words') + wordIndexCount(engine, 'name_words', 'name_word'));
  await loadPairs(part);
  await part.execute(wordIndexFinish(engine, 'name_pairs') + wordIndexCount(engine, 'name_pairs', 'name_pair'));
  const words = await part.db.all<{ word: string }>(correctableWords);
  await part.load(wordDeletion, deletionsOf(words.map(({ word }) => word)));
  return count;
}

interface NameLine {
  rank: number;
  name: string;
  former: string | null;
}

/** Without names that are empty once normalised (`- SRL`, `???`). */
async function loadEntries(part: PartBuild): Promise<number> {
  const names = `
    select l.rank, l.name, h.name as former from listing l
    left join former_name h on h.registration_number = l.registration_number
    where l.rank > $1 and l.rank <= $2 order by l.rank, h.until desc, h.name ${bytewise[part.db.engine]}`;
  let id = 0;
  for (let after = 0; ; after += PAGE_ROWS) {
    const page = await part.db.all<NameLine>(names, [after, after + PAGE_ROWS]);
    if (page.length === 0) return id;
    const entries: Row<typeof nameEntry>[] = [];
    let present = { rank: 0, bare: '' };
    const taken = new Set<string>();
    for (const { rank, name, former } of page) {
      if (rank !== present.rank) {
        present = { rank, bare: bareName(name) };
        taken.clear();
        if (present.bare !== '') entries.push({ id: ++id, former: false, ...present });
      }
      const bare = former === null ? '' : bareName(former);
      if (bare === '' || bare === present.bare || taken.has(bare)) continue;
      taken.add(bare);
      entries.push({ id: ++id, rank, former: true, bare });
    }
    await part.load(nameEntry, entries);
  }
}

const namePairs = wordIndexRows('name_pairs');

async function loadPairs({ db, load }: PartBuild): Promise<void> {
  const words = await db.all<{ word: string }>(`select word from name_word where entries > ${PAIRED_ENTRIES_MIN}`);
  const frequent = new Set(words.map(({ word }) => word));
  if (frequent.size < 2) return;
  for (let after = 0; ; after += PAGE_ROWS) {
    const page = await db.all<{ id: number; bare: string }>(
      'select id, bare from name_entry where id > $1 and id <= $2 order by id',
      [after, after + PAGE_ROWS],
    );
    if (page.length === 0) return;
    const rows = page.flatMap(({ id, bare }) => {
      const pairs = pairsOf(bare.split(' ').filter((word) => frequent.has(word)));
      return pairs.length === 0 ? [] : { rowid: id, words: pairs.join(' ') };
    });
    await load(namePairs, rows);
  }
}
