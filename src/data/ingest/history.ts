/**
 * The change log: the differences between two snapshots of the trade registry, firm by firm. It is stored in the state, because the
 * older snapshot is deleted once the newer one is served; its key is the pair of parts, so that writes are idempotent. The part
 * `history` is filled from it along the lineage of snapshots.
 */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Manifest, Part, PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { headquarters, oneLine } from '#domain/companies/address.ts';
import type { FirmRow } from '#domain/companies/facts.ts';
import { firmEvent, historyIndexes, historyTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';

export type ChangeKind =
  | 'name'
  | 'status'
  | 'address'
  | 'legalForm'
  | 'officerAdded'
  | 'officerRemoved'
  | 'registered'
  | 'removed';

export interface Change {
  registrationNumber: string;
  kind: ChangeKind;
  before: string | null;
  after: string | null;
  /** Of officers only. */
  personId: string | null;
  title: string | null;
}

const TEXT_MAX = 300; // characters of `before` and `after`: names and addresses are shorter, dirt is not
const ROWS_PER_WRITE = 500;

/** Compares over `db`, which reads both parts; returns the number of changes written to `state`. */
export async function writeChanges(
  db: Database,
  state: Database,
  older: Part,
  newer: Part,
  { officers }: { officers: boolean },
): Promise<number> {
  const day = newer.asOf;
  if (day === null) throw new Error(`The registry part ${newer.id} has no day.`);
  let count = 0;
  let rows: Change[] = [];
  const flush = async () => {
    if (rows.length > 0) await state.write([insertion(rows, older.id, newer.id, day)]);
    count += rows.length;
    rows = [];
  };
  for await (const change of compare(db, older.id, newer.id, officers)) {
    rows.push(change);
    if (rows.length === ROWS_PER_WRITE) await flush();
  }
  await flush();
  await state.write([
    {
      sql: 'insert into registry_change_pair (older, newer, completed_at) values ($1, $2, $3) on conflict do nothing',
      params: [older.id, newer.id, new Date().toISOString()],
    },
  ]);
  return count;
}

async function* compare(db: Database, older: string, newer: string, officers: boolean): AsyncGenerator<Change> {
  yield* changedFirms(db, older, newer);
  if (officers) {
    yield* officersOnlyIn(db, newer, older, 'officerAdded');
    yield* officersOnlyIn(db, older, newer, 'officerRemoved');
  }
  yield* firmsOnlyIn(db, newer, older, 'registered');
  yield* firmsOnlyIn(db, older, newer, 'removed');
}

/** Firms in one statement: on SQLite the event loop runs between statements only, and most firms have not changed. */
const FIRMS_AT_ONCE = { sqlite: 10_000, postgres: 2_147_483_647 } as const;

/** The rows of a statement over all firms of a part; `$1` and `$2`: ids above the first and up to the second. */
async function* byFirms<R>(db: Database, part: string, sql: string): AsyncGenerator<R> {
  const row = await db.one<{ last: number | null }>(`select max(id) as last from ${part}.firm`);
  const step = FIRMS_AT_ONCE[db.engine];
  for (let above = 0; above < (row?.last ?? 0); above += step) yield* db.stream<R>(sql, [above, above + step]);
}

const COMPARED = [
  'name',
  'legal_form',
  'county',
  'locality',
  'street',
  'number',
  'building',
  'entrance',
  'floor',
  'apartment',
  'sector',
  'details',
] as const;

/** Both sides of a firm that changed: `old_name`, `new_name` … */
type ChangedRow = { registration_number: string } & Record<
  `${'old' | 'new'}_${(typeof COMPARED)[number] | 'statuses'}`,
  string | null
>;

async function* changedFirms(db: Database, older: string, newer: string): AsyncGenerator<Change> {
  const statuses = (part: string, firm: string) =>
    `(select string_agg(code, ',' order by code) from (select distinct code from ${part}.firm_status where firm_id = ${firm}.id) s)`;
  const sql = `select n.registration_number,
      ${COMPARED.map((column) => `o.${column} as old_${column}, n.${column} as new_${column}`).join(', ')},
      ${statuses(older, 'o')} as old_statuses, ${statuses(newer, 'n')} as new_statuses
    from ${newer}.firm n join ${older}.firm o on o.registration_number = n.registration_number
    where n.id > $1 and n.id <= $2 and (${COMPARED.map((column) => `o.${column} is distinct from n.${column}`).join(' or ')}
      or ${statuses(older, 'o')} is distinct from ${statuses(newer, 'n')})`;
  for await (const row of byFirms<ChangedRow>(db, newer, sql)) {
    const pairs: [ChangeKind, string | null, string | null][] = [
      ['name', row.old_name, row.new_name],
      ['legalForm', row.old_legal_form, row.new_legal_form],
      ['address', addressOf(row, 'old'), addressOf(row, 'new')],
      ['status', row.old_statuses, row.new_statuses],
    ];
    for (const [kind, before, after] of pairs)
      if (before !== after)
        yield { registrationNumber: row.registration_number, kind, before, after, personId: null, title: null };
  }
}

/** Without country and postal code, which the registry corrects by the thousand without a move. */
function addressOf(row: ChangedRow, side: 'old' | 'new'): string | null {
  const columns = COMPARED.map((column) => [column, row[`${side}_${column}`]]);
  return oneLine(headquarters({ ...Object.fromEntries(columns), country: null, postal_code: null } as FirmRow));
}

/** Officers of firms in both snapshots: the first officers of a new firm are no change. */
async function* officersOnlyIn(
  db: Database,
  here: string,
  there: string,
  kind: 'officerAdded' | 'officerRemoved',
): AsyncGenerator<Change> {
  const sql = `select distinct f.registration_number, a.person_id, a.title, a.name
    from ${here}.officer a
    join ${here}.firm f on f.id = a.firm_id
    join ${there}.firm g on g.registration_number = f.registration_number
    where f.id > $1 and f.id <= $2 and not exists (select 1 from ${there}.officer b
      where b.firm_id = g.id and b.person_id = a.person_id and b.title is not distinct from a.title)`;
  for await (const row of byFirms<{ registration_number: string; person_id: string; title: string; name: string }>(
    db,
    here,
    sql,
  ))
    yield {
      registrationNumber: row.registration_number,
      kind,
      before: kind === 'officerRemoved' ? row.name : null,
      after: kind === 'officerAdded' ? row.name : null,
      personId: row.person_id,
      title: row.title,
    };
}

async function* firmsOnlyIn(
  db: Database,
  here: string,
  there: string,
  kind: 'registered' | 'removed',
): AsyncGenerator<Change> {
  const sql = `select f.registration_number, f.name from ${here}.firm f
    where f.id > $1 and f.id <= $2
      and not exists (select 1 from ${there}.firm g where g.registration_number = f.registration_number)`;
  for await (const { registration_number, name } of byFirms<{ registration_number: string; name: string }>(
    db,
    here,
    sql,
  ))
    yield {
      registrationNumber: registration_number,
      kind,
      before: kind === 'removed' ? name : null,
      after: kind === 'registered' ? name : null,
      personId: null,
      title: null,
    };
}

const COLUMNS = 'older, newer, day, registration_number, kind, subject, before, after, person_id, title';

function insertion(changes: readonly Change[], older: string, newer: string, day: Day): Statement {
  const params: Value[] = [];
  const tuples = changes.map((change) => {
    const { registrationNumber, kind, before, after, personId, title } = change;
    // Part of the key, where NULL would equal nothing: a firm has one change of a kind, or one per officer and title.
    const subject = personId === null ? '' : `${personId} ${title ?? ''}`;
    const values = [
      older,
      newer,
      day,
      registrationNumber,
      kind,
      subject,
      bounded(before),
      bounded(after),
      personId,
      title,
    ];
    return `(${values.map((value) => `$${params.push(value)}`).join(', ')})`;
  });
  return { sql: `insert into registry_change (${COLUMNS}) values ${tuples.join(', ')} on conflict do nothing`, params };
}

const bounded = (text: string | null): string | null =>
  text !== null && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;

/** The changes of one pair, in bounded memory. */
const changesOf = (state: Database, older: string, newer: string): AsyncIterable<ChangeRow> =>
  state.stream<ChangeRow>(
    `select day, registration_number, kind, before, after, person_id, title from registry_change
     where older = $1 and newer = $2 order by registration_number, kind, subject`,
    [older, newer],
  );

export interface ChangeRow {
  day: Day;
  registration_number: string;
  kind: ChangeKind;
  before: string | null;
  after: string | null;
  person_id: string | null;
  title: string | null;
}

/** `lineage`: registry parts in the order in which they followed each other. Changes on a branch that was rolled back stay out. */
export async function loadHistory(part: PartBuild, state: Database, lineage: readonly string[]): Promise<number> {
  await part.execute(historyTables);
  const events = await part.load(firmEvent, eventRows(state, lineage));
  await part.execute(`
    insert into former_name (registration_number, name, until)
      select registration_number, before, day from firm_event where kind = 'name' and before is not null;
    insert into officer_since (registration_number, person_id, title, since)
      select registration_number, person_id, title, max(day) from firm_event where kind = 'officerAdded'
      group by registration_number, person_id, title;
    ${historyIndexes}
  `);
  return events;
}

async function* eventRows(state: Database, lineage: readonly string[]): AsyncGenerator<Row<typeof firmEvent>> {
  for (const [i, newer] of lineage.entries()) {
    const older = lineage[i - 1];
    if (older === undefined) continue;
    yield* changesOf(state, older, newer);
  }
}

interface Pair {
  older: string;
  newer: string;
  day: Day | null;
}

/** The newest chain of compared snapshots up to a day, oldest first; the build compares later snapshots itself. */
export async function recordedLineage(state: Database, upTo: Day): Promise<string[]> {
  const pairs = await state.all<Pair>(
    `select p.older, p.newer, (select max(c.day) from registry_change c where c.older = p.older and c.newer = p.newer) as day
     from registry_change_pair p order by p.completed_at desc`,
  );
  const eligible = pairs.filter((pair) => pair.day === null || pair.day <= upTo);
  const chain: string[] = [];
  for (let pair = eligible[0]; pair; pair = eligible.find((each) => each.newer === chain[0])) {
    if (chain.length === 0) chain.push(pair.newer);
    if (chain.includes(pair.older)) break;
    chain.unshift(pair.older);
  }
  return chain;
}

/** Deletes comparisons that no generation refers to: of killed builds, and of generations that were rolled back. */
export async function deleteUnusedChanges(state: Database, manifests: readonly Manifest[]): Promise<void> {
  const used = new Set(manifests.flatMap((manifest) => manifest.lineage));
  const pairs = await state.all<Pair>(
    'select older, newer from registry_change_pair union select older, newer from registry_change',
  );
  for (const { older, newer } of pairs) {
    if (used.has(newer)) continue;
    await state.write([
      { sql: 'delete from registry_change where older = $1 and newer = $2', params: [older, newer] },
      { sql: 'delete from registry_change_pair where older = $1 and newer = $2', params: [older, newer] },
    ]);
  }
}
