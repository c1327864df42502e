/**
 * Records of the lists for days that the exports cover by now. Exports hold less: no lots, deadlines and pages of notices, no towns and
 * offers of contracts; a new export must not lose them. The records are read together with the exports; days that the exports cover are
 * not collected again.
 */
import type { ExportKind, ExportRecords } from '#data/sources/procurement/exports/batch.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { contractRow, type GatherNeeds } from './gather.ts';
import { type Increment, readIncrement } from './increments.ts';
import { contractKey, SeenKeys } from './row-numbers.ts';
import { type NoticeRow, notices, noticesAs } from './rows.ts';

const gathered = notices.table.name;
const listed = noticesAs('notice_listed');

/** Fills in what the exports' notices leave out, and adds the notices of their days that they lack. */
export async function addListedNotices(
  part: PartBuild,
  increments: readonly Increment[],
  needs: Pick<GatherNeeds, 'names' | 'counties'>,
): Promise<void> {
  const last = await lastExported(part);
  const files = filesOf(increments, 'notices').filter(({ day }) => day <= last);
  if (files.length === 0) return;
  await part.execute(listed.ddl);
  await part.load(listed, listedNotices(files, needs));
  for (const sql of [
    `update ${gathered} set ${FILLED} from ${listed.name} as listed where listed.key = ${gathered}.key`,
    `insert into ${gathered} select * from ${listed.name} where key not in (select key from ${gathered})`,
    `drop table ${listed.name}`,
  ])
    await part.execute(sql);
}

async function lastExported({ db }: PartBuild): Promise<Day> {
  const known = `day <> '' and day <= '${bucharestDay(new Date())}'`;
  const row = await db.one<{ last: Day | null }>(`select max(day) as last from ${gathered} where ${known}`);
  return row?.last ?? '';
}

async function* listedNotices(
  files: readonly Increment[],
  { names, counties }: Pick<GatherNeeds, 'names' | 'counties'>,
): AsyncGenerator<NoticeRow> {
  const seen = new SeenKeys();
  for await (const records of recordsOf(files, 'notices')) {
    const rows = records.map(notices.row).filter(({ key }) => !seen.see(key));
    await counties(rows);
    for (const row of rows) names.note(row);
    yield* rows;
  }
}

const own = (column: string): string => `${gathered}.${column}`;
const when = (condition: string, column: string): string =>
  `${column} = case when ${condition} then listed.${column} else ${own(column)} end`;
/** Exports before 2023 have no titles: there the CPV title or the number stands in for it. */
const UNTITLED = `${own('title')} in (${own('notice')}, coalesce(${own('cpv_title')}, ''))`;
const UNVALUED = `${own('estimated_value')} is null and listed.estimated_value is not null`;

const FILLED = [
  ...'system_id cpv cpv_title procedure_type published_at deadline_at state has_documents authority_county'
    .split(' ')
    .map((column) => `${column} = coalesce(${own(column)}, listed.${column})`),
  when(`${own('lots')} = 'null'`, 'lots'),
  when(`${own('day')} = ''`, 'day'),
  // The listed hour belongs to the listed day.
  when(`${own('published_at')} is null and ${own('day')} in ('', listed.day)`, 'moment'),
  when(UNTITLED, 'title'),
  when(UNVALUED, 'currency'),
  when(UNVALUED, 'estimated_value'),
  `words = ${own('words')} || ' ' || listed.words`,
].join(', ');

/**
 * Adds rows of contracts behind those of the exports, numbered from `firstFile` on: they fill in, and make no contract by themselves,
 * because an export that spells a number or a day otherwise would have it counted twice.
 */
export async function addListedContracts(
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

const filesOf = (increments: readonly Increment[], kind: ExportKind): Increment[] =>
  increments.filter((increment) => increment.kind === kind);

async function* recordsOf<Kind extends ExportKind>(
  files: readonly Increment[],
  kind: Kind,
): AsyncGenerator<ExportRecords[Kind][]> {
  for (const file of files)
    for await (const batch of readIncrement(file, kind)) yield batch.records as ExportRecords[Kind][];
}
