/** The day of a source: what its content proves, its publisher names or the operator says; never the day on which its file was written. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { IngestReport } from '#ingest/report.ts';
import { healthOf } from '#status/health.ts';
import { openStore } from '#store/open.ts';
import { firmoteca } from './cli.ts';
import { writeBalances } from './published.ts';

const samples = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'firmoteca-days-'));
after(() => rmSync(root, { recursive: true }));

/** Without a day in any name, as somebody keeps what they downloaded. */
const plain = join(root, 'plain');
before(() => {
  cpSync(samples('src/sources/onrc/samples'), plain, { recursive: true });
  cpSync(samples('test/format-sample/bnr'), plain, { recursive: true });
  cpSync(samples('test/format-sample/gazette'), plain, { recursive: true });
  cpSync(samples('test/format-sample/achizitii'), join(plain, 'achizitii'), { recursive: true });
  for (const year of [2021, 2022]) writeBalances(plain, year, [['90000014', '4711', 1000, 10, 1]], '.');
  const header = 'cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place';
  writeFileSync(join(plain, 'shareholders.csv'), `${header}\n90000014;person;POPA ION;;100;;;\n`);
});

function touchAll(folder: string, day: Date): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), day, day);
}

let places = 0;
const emptyPlace = (): string => {
  const data = join(root, `data-${++places}`);
  mkdirSync(data);
  return data;
};

async function read(data: string, ...args: string[]): Promise<IngestReport> {
  const { code, stdout, stderr } = await firmoteca(['ingest', '--accept-partial', '--from', plain, '--json', ...args], {
    FIRMOTECA_DATA: data,
  });
  assert.equal(code, 0, stdout + stderr);
  return JSON.parse(stdout) as IngestReport;
}

const days = ({ parts }: IngestReport): Record<string, string | null> =>
  Object.fromEntries(
    parts.flatMap(({ part, asOf, outcome }) => (outcome === 'loaded' && part in EXPECTED ? [[part, asOf]] : [])),
  );

const EXPECTED: Record<string, string | null> = {
  registry: '2024-10-03',
  finances: '2022-12-31',
  rates: '2025-03-06',
  shareholders: null,
  gazette: '2025-05-22',
  procurement: '2023-08-31',
};

test('files that were copied on another day are of the same day; what nothing tells is null, with a warning', async () => {
  touchAll(plain, new Date('2025-06-10T12:00:00Z'));
  const first = await read(emptyPlace());
  assert.deepEqual(days(first), EXPECTED);
  touchAll(plain, new Date());
  const data = emptyPlace();
  const second = await read(data);
  assert.deepEqual(days(second), EXPECTED);
  for (const { warnings } of [first, second])
    assert.deepEqual(
      warnings.filter((text) => /--as-of/.test(text)),
      [
        'Of which day shareholders.csv is, neither its name nor its rows tell: its day is unknown. Say it with --as-of DAY.',
      ],
    );

  const store = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
  const dataset = store.generations.current() ?? assert.fail();
  const observed = { upstreams: [], limits: 'host', standby: null, duties: null, version: '1' } as const;
  const { sources } = healthOf(dataset, observed, Date.parse('2026-11-15T10:00:00Z'));
  await store.close();
  const told = Object.fromEntries(sources.map(({ name, freshness, missing }) => [name, [freshness, missing]]));
  assert.deepEqual(told.finances, ['old', ['2023', '2024', '2025']]);
  assert.deepEqual(told.shareholders, ['unknown', []]);
  assert.equal(told.procurement?.[0], 'old');
  assert.equal((told.procurement?.[1] as string[] | undefined)?.at(-1), '2026-Q2');
  assert.equal(told.registry?.[0], 'old');
});

test('--as-of names the day of files that tell none, of no other, and must be a day that has come', async () => {
  const report = await read(emptyPlace(), '--as-of', '2026-06-10');
  assert.deepEqual(days(report), { ...EXPECTED, registry: '2026-06-10', shareholders: '2026-06-10' });
  for (const [wrong, sentence] of [
    ['10.06.2026', /--as-of wants a day/],
    ['2026-02-30', /--as-of wants a day/],
    ['2999-01-01', /a day to come/],
  ] as const) {
    const { code, stderr } = await firmoteca(['ingest', '--from', plain, '--as-of', wrong], {
      FIRMOTECA_DATA: emptyPlace(),
    });
    assert.notEqual(code, 0, wrong);
    assert.match(stderr, sentence);
  }
});
