/**
 * Unknown never reads as none. The showcase is asked twice: of an installation that has everything, and of installations that lack one
 * source each. Where a value, a row or a truth is gone, the answer must name what it lacks, and a field that declares its null to mean that
 * there is no value (`x-null: notApplicable`) must still have it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { nullMeaningOf } from '#lib/schema/fields.ts';
import type { Envelope } from '#test/support/demo-service.ts';
import { type Lack, partlyLoaded, withoutAnswers } from '#test/support/partly-loaded.ts';
import { askShowcase, type ShowcaseAnswer } from '#test/support/showcase-questions.ts';

/** A combination lacks sources that hardly any answer shares. `stated`: the parts that `meta.notLoaded` may name. */
const lacks: Record<string, { stated: readonly string[]; lack(folder: string): Lack }> = {
  'balance sheets': { stated: ['finances', 'rankings'], lack: () => ({ files: ['anaf'] }) },
  'Gazette and exchange rates': {
    stated: ['gazette', 'rates'],
    lack: () => ({
      files: ['gazette', 'bnr'],
      forget: ({ live }) =>
        live.write(['rate_observation', 'rate_look'].map((table) => ({ sql: `delete from ${table}` }))),
    }),
  },
  'procurement, except reports on suppliers': {
    stated: ['procurement'],
    lack: () => ({ files: ['achizitii'], withoutRecent: true }),
  },
  'shareholders and reports on suppliers': {
    stated: ['shareholders'],
    lack: () => ({ files: ['import/shareholders.csv', 'import/supplier-reports.ndjson'] }),
  },
  'debtors and earlier snapshots': {
    stated: ['debts', 'history'],
    lack: () => ({
      files: ['import/tax-debts.csv', ...['15-02', '17-05', '16-08'].map((day) => `onrc/firme-${day}-2026`)],
    }),
  },
  'answers of live sources': { stated: [], lack: (folder) => ({ forget: withoutAnswers(folder) }) },
};

/** The description of the field says of when its figures are: of the answers that were there when the generation was built. */
const inDescription = /^getMarket\.strikeOffs\.taxAuthority\./;

/** About the installation itself, or judged by keys. */
const notAboutSources = new Set(['getAccountUsage', 'getStatus', 'verifyReceipt']);
const ANSWERS_EACH = 12;

let whole: ShowcaseAnswer[];
let schemas: Map<string, Schema>;
before(async () => {
  const service = await partlyLoaded(null);
  const all = await askShowcase(service);
  schemas = new Map(service.operations.map(({ id, declaration }) => [id, declaration.data as Schema]));
  await service.close();
  whole = [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, answers]) =>
    notAboutSources.has(id) ? [] : evenly(answers, ANSWERS_EACH),
  );
});

const evenly = <Row>(rows: readonly Row[], count: number): Row[] =>
  rows.filter((_, i) => Math.floor((i * count) / rows.length) !== Math.floor(((i - 1) * count) / rows.length));

for (const [name, { stated, lack }] of Object.entries(lacks))
  test(`without ${name} nothing unknown reads as none`, async () => {
    const service = await partlyLoaded(lack);
    const wrong = new Set<string>();
    let compared = 0;
    for (const { id, path, body, data } of whole) {
      const answer = body === undefined ? await service.get(path) : await service.post(path, body);
      if (answer.status === 503) continue;
      if (answer.status !== 200) wrong.add(`${answer.status} ${path}`);
      else {
        compared++;
        const isStated = states(answer.body, stated);
        for (const { path: field, isNull, problem } of losses(schemas.get(id) as Schema, data, answer.body.data, id))
          if (isNull || !(isStated || inDescription.test(field))) wrong.add(`${field} ${problem} (${path})`);
      }
    }
    await service.close();
    assert.ok(compared > 100, `${compared} answers`);
    assert.deepEqual([...wrong].slice(0, 40), []);
  });

/** The answer names the part as not loaded, or a source that did not answer. */
const states = ({ meta }: Envelope, parts: readonly string[]): boolean =>
  (meta.notLoaded ?? []).some((part: string) => parts.includes(part)) ||
  meta.sources.some(
    (source: { state?: string; fetchedAt: string | null }) => source.state || source.fetchedAt === null,
  );

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

interface Loss {
  path: string;
  problem: string;
  /** Null although its null means that there is no value. */
  isNull: boolean;
}

type Row = Record<string, unknown>;

function* losses(schema: Schema, full: unknown, left: unknown, path: string): Generator<Loss> {
  const loss = (problem: string, isNull = false): Loss => ({ path, problem, isNull });
  if (full === null || full === undefined) return;
  if (left === null) {
    const meaning = nullMeaningOf(schema);
    if (meaning !== 'unknown') yield loss(`is null (${meaning}) and was ${JSON.stringify(full).slice(0, 60)}`, true);
  } else if (typeof full === 'boolean') {
    if (left !== full) yield loss(`is ${left} and was ${full}`);
  } else if (typeof full === 'number') {
    if (left === 0 && full !== 0) yield loss(`is 0 and was ${full}`);
  } else
    for (const { items, properties } of schema.anyOf ?? [schema])
      if (items && Array.isArray(full) && Array.isArray(left)) {
        const rows = new Map(left.map((row) => [keyOf(row), row]));
        const gone = full.filter((row) => !rows.has(keyOf(row)));
        if (gone.length > 0) yield loss(`lacks ${gone.length} of ${full.length} rows`);
        for (const row of full) if (rows.has(keyOf(row))) yield* losses(items, row, rows.get(keyOf(row)), `${path}[]`);
      } else if (properties && typeof full === 'object' && !Array.isArray(full))
        for (const [name, field] of Object.entries(properties))
          yield* losses(field, (full as Row)[name], (left as Row)[name], `${path}.${name}`);
}

const KEYS = (
  'id cui personId number notice ackDocId code revision kind year month list url ' +
  'currency iban metric from to date eventDate until title name label role'
).split(' ');

/** Equal for rows about the same thing, or the same things. */
function keyOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  const values = row as Row;
  const own = KEYS.filter((name) => typeof values[name] === 'string' || (name === 'year' && values[name]));
  const inside = Object.values(values).filter(
    (value) => typeof value === 'object' && value !== null && 'name' in value,
  );
  const texts = typeof values.value === 'string' ? [values.value] : [];
  return JSON.stringify([...own.map((name) => values[name]), ...texts, ...inside.map(keyOf)]);
}
