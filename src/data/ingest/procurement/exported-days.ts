/**
 * Records of the lists for days that the exports cover now. Exports lack lots, deadlines and pages of notices, towns and offers of
 * contracts, and items of purchases; a new export must not remove these fields. The records are read together with the exports; covered days are not collected
 * again.
 */
import type { ExportRecords, ListKind } from '#data/sources/procurement/exports/batch.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, type Row, table, text } from '#data/store/table.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import { NUMBER_LETTERS } from '#domain/procurement/tables.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { contractRow, type GatherOptions } from './gather.ts';
import { type Increment, readIncrement } from './increments.ts';
import { contractKey, publishedKey, SeenKeys } from './row-numbers.ts';
import { type NoticeRow, notices, noticesAs } from './rows.ts';

const notice = notices.table.name;
const fromLists = noticesAs('notice_listed');

/** Fills in the fields that the notices of exports lack, and adds missing notices of the covered days. */
export async function addNoticesOfLists(
  part: PartBuild,
  increments: readonly Increment[],
  options: Pick<GatherOptions, 'parties' | 'counties'>,
): Promise<void> {
  const last = await lastExported(part);
  const files = filesOf(increments, 'notices').filter(({ day }) => day <= last);
  if (files.length === 0) return;
  await part.stage(fromLists);
  await part.load(fromLists, noticeRows(files, options));
  for (const sql of [
    `update ${notice} set ${FILLED} from ${fromLists.name} as listed where listed.key = ${notice}.key`,
    `insert into ${notice} select * from ${fromLists.name} where key not in (select key from ${notice})`,
  ])
    await part.execute(sql);
  await part.unstage(fromLists);
}

async function lastExported({ db }: PartBuild): Promise<Day> {
  const isPast = `day <> '' and day <= '${bucharestDay(new Date())}'`;
  const row = await db.one<{ last: Day | null }>(`select max(day) as last from ${notice} where ${isPast}`);
  return row?.last ?? '';
}

async function* noticeRows(
  files: readonly Increment[],
  { parties, counties }: Pick<GatherOptions, 'parties' | 'counties'>,
): AsyncGenerator<NoticeRow> {
  const seen = new SeenKeys();
  for await (const records of recordsOf(files, 'notices')) {
    const rows = records.map((record) => notices.row(record, parties)).filter(({ key }) => !seen.see(key));
    await counties(rows);
    for (const row of rows) parties.note(row, dayNumber(row.day));
    yield* rows;
  }
}

const own = (column: string): string => `${notice}.${column}`;
const when = (condition: string, column: string): string =>
  `${column} = case when ${condition} then listed.${column} else ${own(column)} end`;
/** Exports before 2023 have no titles but the CPV title or the number instead. */
const UNTITLED = `${own('title')} in (${own('notice')}, coalesce(${own('cpv_title')}, ''))`;
const UNVALUED = `coalesce(${own('estimated_value')}, 0) <= 0 and listed.estimated_value is not null`;

const FILLED = [
  ...'system_id cpv cpv_title procedure_type published_at deadline_at state has_documents general authority_county'
    .split(' ')
    .map((column) => `${column} = coalesce(${own(column)}, listed.${column})`),
  when(`${own('lots')} = 'null'`, 'lots'),
  when(`${own('day')} = ''`, 'day'),
  // The hour of a list belongs to the day of that list.
  when(`${own('published_at')} is null and ${own('day')} in ('', listed.day)`, 'moment'),
  when(UNTITLED, 'title'),
  when(UNVALUED, 'currency'),
  when(UNVALUED, 'estimated_value'),
  `words = ${own('words')} || ' ' || listed.words`,
].join(', ');

/**
 * Adds rows of contracts after the rows of exports, with file numbers from `firstFile` on. They only fill in fields: as contracts of their
 * own they would count twice where an export spells a number or a day otherwise.
 */
export async function addContractsOfLists(
  part: PartBuild,
  increments: readonly Increment[],
  firstFile: number,
): Promise<void> {
  const files = filesOf(increments, 'contracts');
  if (files.length > 0) await part.load(contractRow, rows());
  async function* rows(): AsyncGenerator<Row<typeof contractRow>> {
    let number = 0;
    for (const [i, file] of files.entries())
      for await (const records of recordsOf([file], 'contracts'))
        for (const record of records)
          yield {
            key: contractKey(record),
            file: firstFile + i,
            number: ++number,
            record: JSON.stringify(record),
          };
  }
}

/** Fills in the items of purchases. */
export async function addItemsOfLists(part: PartBuild, increments: readonly Increment[]): Promise<void> {
  const files = filesOf(increments, 'purchases');
  if (files.length === 0) return;
  await part.stage(listedItems);
  await part.load(listedItems, rows());
  await part.execute(
    `update purchase set items = listed.items, system_id = coalesce(purchase.system_id, listed.system_id)
     from ${listedItems.name} as listed where listed.key = purchase.key`,
  );
  await part.unstage(listedItems);

  async function* rows(): AsyncGenerator<Row<typeof listedItems>> {
    const seen = new SeenKeys();
    for await (const records of recordsOf(files, 'purchases'))
      for (const { id, systemId, items } of records) {
        const key = publishedKey(id, NUMBER_LETTERS.purchase);
        if (items && !seen.see(key)) yield { key, system_id: systemId ?? null, items: JSON.stringify(items) };
      }
  }
}

const listedItems = table('purchase_listed', {
  key: bigint().primaryKey(),
  system_id: bigint(),
  items: text().notNull(),
});

const filesOf = (increments: readonly Increment[], kind: ListKind): Increment[] =>
  increments.filter((increment) => increment.kind === kind);

async function* recordsOf<Kind extends ListKind>(
  files: readonly Increment[],
  kind: Kind,
): AsyncGenerator<ExportRecords[Kind][]> {
  for (const file of files)
    for await (const batch of readIncrement(file, kind)) yield batch.records as ExportRecords[Kind][];
}
