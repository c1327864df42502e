/** The stored format of each part: its tables and its contents change only together with the format version. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tablesOf } from '#data/ingest/tables.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Part } from '#data/store/dataset.ts';
import { formatOf, type PartName, partNames } from '#data/store/formats.ts';
import { RENDERING } from '#domain/companies/documents-table.ts';
import { projectFile } from '#lib/paths.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { etagsOf } from '#test/support/company-answers.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import {
  contentsDigest,
  listingOf,
  type StoredRow,
  type StoredTable,
  shapeOf,
  storedTables,
  tablesDigest,
} from '#test/support/part-shape.ts';

const SAMPLE = fileURLToPath(new URL('../support/format-sample', import.meta.url));
/** Read together with `SAMPLE`, which has no additional rows, as the formats are digests of it. */
const COLUMN_SAMPLE = fileURLToPath(new URL('../support/column-sample', import.meta.url));
const LISTING = join(COLUMN_SAMPLE, 'stored.txt');

const UPDATE = 'node --test --test-update-snapshots test/data/formats.test.ts';

const isUpdate = process.execArgv.includes('--test-update-snapshots');

function rewrite(file: string, change: (text: string) => string): void {
  const path = projectFile(file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

const writeFormats = (lines: readonly string[]): void =>
  rewrite('src/data/store/formats.ts', (all) =>
    lines.reduce((text, line) => text.replace(new RegExp(`^  ${/\w+/.exec(line)}: .*$`, 'm'), line), all),
  );

const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };

onBothEngines((engine) => {
  test('a build creates every part with a format, with exactly its declared tables and indexes', async () => {
    const location = await installation(engine);
    const parts = await readSample(location);
    assert.deepEqual(parts.map(({ name }) => name).sort(), partNames.toSorted());
    const build = await location.store.generations.build();
    for (const part of parts) {
      const declared = await build.part('declared', about, [part]);
      await declared.execute(tablesOf(part.name as PartName, engine.name));
      const schema = engine.name === 'sqlite' ? 'main' : declared.id;
      assert.deepEqual(await shapeOf(declared.db, part.id), await shapeOf(declared.db, schema), part.name);
    }
    await build.close();
    await location.store.close();
  });

  if (engine.name === 'sqlite')
    test('a change of a part’s tables or contents requires a new format version', async () => {
      const location = await installation(engine);
      const parts = await readSample(location);
      await location.store.close();
      const changed = parts.flatMap((part) => {
        const tables = tablesDigest(part.name as PartName);
        const contents = contentsDigest(join(location.place.folder, 'parts', `${part.id}.db`));
        const version = Number.parseInt(formatOf(part.name) ?? '', 10);
        if (formatOf(part.name) === `${version}-${tables}-${contents}`) return [];
        return [`  ${part.name}: { version: ${version + 1}, tables: '${tables}', contents: '${contents}' },`];
      });
      if (isUpdate) return writeFormats(changed);
      assert.ok(
        changed.length === 0,
        'Tables of the dataset changed, or the data built from test/support/format-sample. Data stored in the format before is ' +
          `rebuilt at the next start of every installation; if that is intended, ${UPDATE}\nwrites in src/data/store/formats.ts:\n` +
          changed.join('\n'),
      );
    });

  if (engine.name === 'sqlite')
    describe('the sample with a distinct value in every column', () => {
      let tables: StoredTable[];
      let etags: string[];
      before(async () => {
        const location = await installation(engine);
        const folder = publications();
        for (const sample of [SAMPLE, COLUMN_SAMPLE]) cpSync(sample, folder, { recursive: true });
        const parts = await readSample(location, folder);
        etags = await etagsOf(location.store.generations.current() ?? assert.fail());
        await location.store.close();
        tables = parts.flatMap((part) =>
          storedTables(join(location.place.folder, 'parts', `${part.id}.db`)).map((table) => ({
            ...table,
            name: `${part.name}.${table.name}`,
          })),
        );
      });

      test('a change of the answers about companies requires another digest of the rendering', () => {
        const digest = sha256(etags.join('\n')).slice(0, RENDERING.length);
        if (isUpdate)
          return rewrite('src/domain/companies/documents-table.ts', (text) =>
            text.replace(/(?<=RENDERING = ')\w+/, digest),
          );
        assert.equal(
          RENDERING,
          digest,
          `Answers about companies changed. If that is intended, ${UPDATE}\nwrites the digest into src/domain/companies/documents-table.ts.`,
        );
      });

      test('distinguishes every two columns of a table', () => {
        const gaps = tables.filter(({ isVirtual }) => !isVirtual).flatMap(gapsOf);
        const unexpected = gaps.filter((gap) => !EXCEPTIONS.some(([pattern]) => pattern.test(gap)));
        assert.deepEqual(
          unexpected,
          [],
          'Columns that could be exchanged without a failure: add values to test/support/column-sample.',
        );
        const unneeded = EXCEPTIONS.filter(([pattern]) => !gaps.some((gap) => pattern.test(gap)));
        assert.deepEqual(unneeded, [], 'Exceptions that the sample no longer needs.');
      });

      test('is stored as listed in test/support/column-sample/stored.txt', (t) => {
        const listing = tables.map((table) => `${table.name}\n${listingOf(table)}`).join('\n');
        try {
          t.assert.fileSnapshot(listing, LISTING, { serializers: [String] });
        } catch {
          assert.fail(
            'The data built from test/support/column-sample changed. If that is intended, raise the version of these parts in ' +
              'src/data/store/formats.ts, unless only the sample changed, and write the listing again with ' +
              `${UPDATE}\n${differences(readFileSync(LISTING, 'utf8'), listing)}`,
          );
        }
      });
    });
});

/** The lines that only one of two listings has, each with its table. */
function differences(before: string, after: string): string {
  const linesOf = (listing: string): string[] =>
    listing.split('\n\n').flatMap((block) => {
      const [table, ...lines] = block.split('\n');
      return lines.map((line) => `${table}${line}`);
    });
  const [old, present] = [linesOf(before), linesOf(after)];
  const [known, now] = [new Set(old), new Set(present)];
  const removed = old.filter((line) => !now.has(line)).map((line) => `- ${line}`);
  const added = present.filter((line) => !known.has(line)).map((line) => `+ ${line}`);
  return [...removed, ...added].slice(0, DIFFERENCES_MAX).join('\n');
}

const DIFFERENCES_MAX = 40;

/** Gaps of the sample that cannot be filled, with the reason. */
const EXCEPTIONS: readonly [RegExp, string][] = [
  [/^recent\.contract_modification: no row$/, 'only exports have modifications of contracts'],
  [/^search\.crowded_address: no row$/, 'filled where more than 500 firms share an address (people-crowds.test.ts)'],
  [/^search\.name_pair: no row$/, 'filled where two words stand in more than 1,500 names each (search-pairs.test.ts)'],
  [/^procurement\.award: system_id is always null$/, 'not exported; `recent`, which the same code fills, has it'],
  [/^gazette\.decision: cui never differs from stated_cui$/, 'a decision is of the firm whose code its text has'],
  [/\.party: key never differs from cui$/, 'the key is the fiscal code where there is one'],
];

/**
 * Every two columns need a row with two different values. An exchange of them must change the content, without exception.
 * Values are compared as texts, because SQLite stores '1' as 1 in a column of numbers, and 1 as '1' in a column of texts.
 */
function gapsOf({ name, columns, rows }: StoredTable): string[] {
  if (rows.length === 0) return [`${name}: no row`];
  const content = contentOf(rows);
  const hasValue = (row: StoredRow, at: number): boolean => row[at] !== null;
  return columns.flatMap((column, at) => {
    if (!rows.some((row) => hasValue(row, at))) return [`${name}: ${column} is always null`];
    return columns.flatMap((other, otherAt) => {
      if (otherAt <= at || !rows.some((row) => hasValue(row, otherAt))) return [];
      const exchanged = rows.map((row) => row.with(at, row[otherAt] ?? null).with(otherAt, row[at] ?? null));
      if (contentOf(exchanged) === content) return [`${name}: ${column} and ${other} can be exchanged`];
      const isTold = rows.some(
        (row) => hasValue(row, at) && hasValue(row, otherAt) && String(row[at]) !== String(row[otherAt]),
      );
      return isTold ? [] : [`${name}: ${column} never differs from ${other}`];
    });
  });
}

const contentOf = (rows: readonly StoredRow[]): string =>
  rows
    .map((row) => JSON.stringify(row.map(String)))
    .sort()
    .join('\n');

/** With one entity outside the registry, observed at the tax authority. */
async function readSample({ store, read }: Installation, folder = SAMPLE): Promise<Part[]> {
  const record = readFileSync(join(SAMPLE, 'observed.json'), 'utf8');
  await store.live.write([
    {
      sql: 'insert into fiscal_observation (cui, found, record, fetched_at, asked_at) values ($1, 1, $2, $3, null)',
      params: [Number((JSON.parse(record) as FiscalRecord).cui), record, '2025-06-01T00:00:00.000Z'],
    },
  ]);
  // The sample is small, and a third of one file is invalid on purpose.
  await read(folder, { strict: true, accept: { partial: true } });
  return store.generations.current()?.manifest.parts ?? [];
}
