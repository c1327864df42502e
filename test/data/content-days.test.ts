/** The day of a source: from its content, its publisher or the operator, never from the time of its file. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { provenanceOf } from '#api/provenance.ts';
import { dateSnapshots } from '#data/ingest/content-days.ts';
import { findPublications } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore } from '#data/store/open.ts';
import { namesOf } from '#domain/companies/facts-table.ts';
import type { StatisticsContext } from '#domain/statistics/context.ts';
import { market } from '#domain/statistics/market.ts';
import { healthOf } from '#domain/status/health.ts';
import { translator } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { firmoteca } from '#test/support/cli.ts';
import { callerOf } from '#test/support/procurement-ask.ts';
import { writeBalances } from '#test/support/publications.ts';
import { sourcesToday } from '#transports/web/pages/home.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

const samples = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'firmoteca-days-'));
after(() => rmSync(root, { recursive: true }));

/** Downloads under names without a day. */
const plain = join(root, 'plain');
before(() => {
  cpSync(samples('src/data/sources/onrc/samples'), plain, { recursive: true });
  cpSync(samples('test/support/format-sample/bnr'), plain, { recursive: true });
  cpSync(samples('test/support/format-sample/gazette'), plain, { recursive: true });
  cpSync(samples('test/support/format-sample/achizitii'), join(plain, 'achizitii'), { recursive: true });
  for (const year of [2021, 2022]) writeBalances(plain, year, [['90000014', '4711', 1000, 10, 1]], '.');
  const header = 'cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place';
  writeFileSync(join(plain, 'shareholders.csv'), `${header}\n90000014;person;POPA ION;;100;;;\n`);
});

function touchAll(folder: string, day: Date): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), day, day);
}

let locations = 0;
const emptyPlace = (): string => {
  const data = join(root, `data-${++locations}`);
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
  procurement: '2016-02-12',
};

test('a later copy of the same files has the same days, and an undeterminable day is null with a warning', async () => {
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
  const observed = { upstreams: [], limits: 'host', standby: null, leader: null, version: '1' } as const;
  const { sources } = healthOf(dataset, observed, Date.parse('2026-11-15T10:00:00Z'));
  // Procurement is as recent as its oldest list.
  const lists = (await dataset
    .partGroup('procurement')
    ?.all<{ list: string; last_day: string | null }>('select list, last_day from coverage')) as [];
  assert.deepEqual(Object.fromEntries(lists.map(({ list, last_day }) => [list, last_day])), {
    notice: '2023-08-31',
    purchase: '2022-10-03',
    contract: EXPECTED.procurement,
    award: null,
  });
  await store.close();
  const result = Object.fromEntries(sources.map(({ name, freshness, missing }) => [name, [freshness, missing]]));
  assert.deepEqual(result.finances, ['old', ['2023', '2024', '2025']]);
  assert.deepEqual(result.shareholders, ['unknown', []]);
  assert.equal(result.procurement?.[0], 'old');
  assert.equal((result.procurement?.[1] as string[] | undefined)?.at(-1), '2026-Q2');
  assert.equal(result.registry?.[0], 'old');
});

test('--as-of corrects the day of a served registry, also to an earlier one', async () => {
  const data = emptyPlace();
  const registryOf = async (...args: string[]) => {
    const report = await read(data, ...args);
    const { asOf } = report.parts.find(({ part }) => part === 'registry') ?? assert.fail();
    const store = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
    const { manifest } = store.generations.current() ?? assert.fail();
    await store.close();
    assert.equal(manifest.parts.find(({ name }) => name === 'registry')?.asOf, asOf);
    assert.equal(manifest.lineage.length, 1);
    return asOf;
  };
  assert.equal(await registryOf('--as-of', '2026-11-14'), '2026-11-14');
  assert.equal(await registryOf('--as-of', '2025-06-10'), '2025-06-10');
  assert.equal(await registryOf(), '2025-06-10', 'the given day stays');
  assert.equal(await registryOf('--as-of', '2025-08-01'), '2025-08-01');
});

test('snapshots without a day in their name use their content; --as-of dates the newest, and a skipped one is reported', async () => {
  const folder = join(root, 'several');
  for (const [name, year] of [
    ['newer', '2025'],
    ['older', '2022'],
    ['twin', '2022'],
  ] as const) {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    const firms = readFileSync(join(samples('src/data/sources/onrc/samples'), 'OD_FIRME.CSV'), 'utf8');
    writeFileSync(join(path, 'OD_FIRME.CSV'), firms.replaceAll('/2024', `/${year}`));
  }
  const { registry } = await findPublications(folder);
  const result = async (asOf: Day | null) => {
    const warnings: string[] = [];
    const dated = await dateSnapshots(registry, { today: '2026-11-15', asOf }, (text) => warnings.push(text));
    return [dated.map(({ day }) => day), warnings];
  };
  const left = ['older/OD_FIRME.CSV is not read: twin/OD_FIRME.CSV is of the same day, 2022-10-03.'];
  assert.deepEqual(await result(null), [['2022-10-03', '2025-10-03'], left]);
  assert.deepEqual(await result('2026-01-10'), [['2022-10-03', '2026-01-10'], left]);
});

test('an unknown day is stated in answers, on the sources page and in the market months', async () => {
  const data = emptyPlace();
  await read(data);
  const store = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
  const served = store.generations.current() ?? assert.fail();
  const undated = (stale: string | null): Dataset =>
    Object.assign(Object.create(served), {
      manifest: {
        ...served.manifest,
        parts: served.manifest.parts.map((part) => (part.name === 'registry' ? { ...part, asOf: null, stale } : part)),
      },
    });
  const warned = (stale: string | null) =>
    provenanceOf(undated(stale), 'registry', 'search').warnings.map(translator());
  assert.deepEqual(warned(null), ['The last day that the data for the trade registry covers is not known.']);
  assert.deepEqual(warned('broken'), [
    'Older data of an unknown day is still used for the trade registry: the newer publication could not be loaded.',
  ]);

  const ask = callerOf({ getMarket: market({ names: namesOf } as unknown as StatisticsContext) });
  const { data: result, meta } = await ask(undated(null), 'getMarket', {});
  assert.equal(result.registrations.months.at(-1).month, '2024-10', 'months after the last registration are unknown');
  assert.match(String(meta.warnings), /last day that the data for the trade registry covers is not known/);

  const observed = { upstreams: [], limits: 'host', standby: null, leader: null, version: '1' } as const;
  const health = healthOf(undated(null), observed, Date.parse('2026-11-15T10:00:00Z'));
  await store.close();
  const request = { language: 'en', now: Date.parse('2026-11-15T10:00:00Z') } as PageRequest;
  const { markup } = sourcesToday(health as Parameters<typeof sourcesToday>[0], request);
  assert.match(markup, /registry of firms, complete file<\/span><\/span><span class="right">.*? day unknown<\/span>/);
});

test('--as-of sets the day of undated files only and must not be a future day', async () => {
  const report = await read(emptyPlace(), '--as-of', '2026-06-10');
  assert.deepEqual(days(report), { ...EXPECTED, registry: '2026-06-10', shareholders: '2026-06-10' });
  for (const [wrong, message] of [
    ['10.06.2026', /--as-of wants a day/],
    ['2026-02-30', /--as-of wants a day/],
    ['2999-01-01', /a day to come/],
  ] as const) {
    const { code, stderr } = await firmoteca(['ingest', '--from', plain, '--as-of', wrong], {
      FIRMOTECA_DATA: emptyPlace(),
    });
    assert.notEqual(code, 0, wrong);
    assert.match(stderr, message);
  }
});
