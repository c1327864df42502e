/**
 * The change log: the differences between two snapshots of the trade registry, firm by firm. It is stored in the state, because the
 * older snapshot is deleted once the newer one is served; its key is the pair of parts, so that writes are idempotent. The part
 * `history` is filled from it along the lineage of snapshots.
 */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Manifest, Part, PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { LIST_MAX, listOf } from '#data/store/values.ts';
import { headquarters, oneLine } from '#domain/companies/address.ts';
import type { FirmRow } from '#domain/companies/facts.ts';
import { firmEvent, historyIndexes, historyTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { quickDigest } from '#lib/values/hash.ts';
import { inPages } from './in-pages.ts';

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

type ComparedFirm = Record<(typeof COMPARED)[number], string | null>;

/** The digest of a firm is the sum of those of its own columns and of its statuses and officers. */
export const digestOfFirm = (firm: ComparedFirm): number => digestOfFacts(COMPARED.map((column) => firm[column]));
/** Unknown and empty are different. */
export const digestOfFacts = (facts: readonly (string | null)[]): number =>
  quickDigest(facts.map((fact) => fact ?? '\0').join('\n'));

async function* compare(db: Database, older: string, newer: string, officers: boolean): AsyncGenerator<Change> {
  const differing = db.stream<{ older: number; newer: number }>(
    `select o.firm_id as older, n.firm_id as newer from ${newer}.firm_digest n
     join ${older}.firm_digest o on o.number = n.number where o.digest <> n.digest`,
  );
  for await (const pairs of inPages(differing, LIST_MAX)) {
    const before = await firmsOf(
      db,
      older,
      pairs.map((pair) => pair.older),
    );
    const after = await firmsOf(
      db,
      newer,
      pairs.map((pair) => pair.newer),
    );
    for (const pair of pairs) {
      const [old, fresh] = [before.get(pair.older), after.get(pair.newer)];
      if (old && fresh) yield* changesBetween(old, fresh, officers);
    }
  }
  yield* firmsOnlyIn(db, newer, older, 'registered');
  yield* firmsOnlyIn(db, older, newer, 'removed');
}

type Officer = { firm_id: number; person_id: string; title: string | null; name: string };

interface Compared {
  firm: ComparedFirm & { registration_number: string };
  /** In order, each once. */
  statuses: string | null;
  officers: Officer[];
}

async function firmsOf(db: Database, part: string, ids: readonly number[]): Promise<Map<number, Compared>> {
  const { placeholders, params } = listOf(ids);
  const firms = await db.all<Compared['firm'] & { id: number }>(
    `select id, registration_number, ${COMPARED.join(', ')} from ${part}.firm where id in (${placeholders})`,
    params,
  );
  const statuses = await db.all<{ firm_id: number; code: string }>(
    `select distinct firm_id, code from ${part}.firm_status where firm_id in (${placeholders}) order by code`,
    params,
  );
  const officers = await db.all<Officer>(
    `select firm_id, person_id, title, name from ${part}.officer where firm_id in (${placeholders}) order by id`,
    params,
  );
  const of = <Each extends { firm_id: number }>(rows: Each[], id: number) =>
    rows.filter(({ firm_id }) => firm_id === id);
  return new Map(
    firms.map((firm) => {
      const codes = of(statuses, firm.id).map(({ code }) => code);
      return [firm.id, { firm, statuses: codes.join() || null, officers: of(officers, firm.id) }];
    }),
  );
}

function* changesBetween(old: Compared, fresh: Compared, officers: boolean): Generator<Change> {
  const of = { registrationNumber: fresh.firm.registration_number, personId: null, title: null };
  const pairs: [ChangeKind, string | null, string | null][] = [
    ['name', old.firm.name, fresh.firm.name],
    ['legalForm', old.firm.legal_form, fresh.firm.legal_form],
    ['address', addressOf(old.firm), addressOf(fresh.firm)],
    ['status', old.statuses, fresh.statuses],
  ];
  for (const [kind, before, after] of pairs) if (before !== after) yield { ...of, kind, before, after };
  if (!officers) return;
  for (const { person_id: personId, title, name } of onlyIn(fresh.officers, old.officers))
    yield { ...of, kind: 'officerAdded', before: null, after: name, personId, title };
  for (const { person_id: personId, title, name } of onlyIn(old.officers, fresh.officers))
    yield { ...of, kind: 'officerRemoved', before: name, after: null, personId, title };
}

const onlyIn = (some: readonly Officer[], others: readonly Officer[]): Officer[] =>
  some.filter((one) => !others.some((other) => other.person_id === one.person_id && other.title === one.title));

/** Without country and postal code, which the registry corrects by the thousand without a move. */
const addressOf = (firm: ComparedFirm): string | null =>
  oneLine(headquarters({ ...firm, country: null, postal_code: null } as FirmRow));

/** Their first officers are no change. */
async function* firmsOnlyIn(
  db: Database,
  here: string,
  there: string,
  kind: 'registered' | 'removed',
): AsyncGenerator<Change> {
  const firms = db.stream<{ registration_number: string; name: string }>(
    `select f.registration_number, f.name from ${here}.firm_digest d join ${here}.firm f on f.id = d.firm_id
     where not exists (select 1 from ${there}.firm_digest t where t.number = d.number)`,
  );
  for await (const { registration_number, name } of firms)
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
