/** Search times in the store and over HTTP for all kinds of queries, mistyped ones and the worst, compared with plain alternatives. */

import type { Database } from '#data/store/database.ts';
import { FIRST_PAGE, findFirms } from '#domain/search/result-page.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type NamesCountry, namesCountry, namesFolder } from './search-country.ts';
import { searchOverHttp } from './search-http.ts';
import { type Finder, plainFts, plainPostgres } from './search-plain.ts';
import { sample } from './search-quality.ts';
import { kinds, type Meant, queryFor } from './search-queries.ts';
import { type Findings, type Timed, timesRow } from './table.ts';

const LIMIT = 20;

/** The number of queries for alternatives that take seconds each. */
const SLOW_QUERIES = 100;

const ROUNDS = 3;

/** The limit of firms for measuring the own index in PostgreSQL: more would take longer to build than to measure. */
const OURS_IN_POSTGRES_MAX = 100_000;

/** Hard queries for an index: frequent prefixes and words, legal forms only, and the maximum length. */
const WORST = [
  'a',
  'c',
  's',
  '1',
  'co',
  'con',
  'const',
  'constr',
  'construct',
  'construct srl',
  'constructiv',
  'constructt',
  'construct trans',
  'trans construct impex',
  'com impex',
  'a b',
  'ion construct',
  'popescu ion',
  'gheorghe',
  'ion gheorghe vasile',
  'ion ion ion ion',
  'srl',
  'sc srl',
  's.c. s.r.l.',
  'societatea comerciala',
  'de la si in',
  'persoana fizica autorizata',
  'construct bucuresti',
  'ion bucuresti sector 1',
  'trans international distribution group invest holding prod com',
  'internationala',
  'internationall distributionn',
  'zzzzzzzzzz',
  'x'.repeat(200),
  'ab '.repeat(66).trim(),
  'construct '.repeat(20).trim(),
];

export async function searchSpeed({ firms, queries }: { firms: number; queries: number }): Promise<Findings[]> {
  const names = await namesCountry(firms);
  const plain = await plainFts(names.dataset.db, namesFolder(firms));
  try {
    const meant = await sample(names.dataset.db, queries);
    const mixed = mixedQueries(meant, queries);
    const mistyped = ['one edit', 'two edits'].flatMap((kind) => queriesOf(kind, meant));
    const ours: Finder = findIn(names.dataset.db);
    const rows = [
      ...(await measured('ours', ours, { mixed, mistyped, worst: WORST })),
      timesRow('ours, mixed, HTTP with 20 connections', await overHttp(namesFolder(firms), mixed)),
      ...(await measured('plain FTS5, bm25', plain.find, { mixed: mixed.slice(0, SLOW_QUERIES) })),
      ...(await inPostgres(firms, names.dataset.db, mixed)),
    ];
    return [table(firms, names, rows)];
  } finally {
    plain.close();
    await names.close();
  }
}

const findIn =
  (db: Database): Finder =>
  async (q) =>
    (await findFirms(db, q, FIRST_PAGE, LIMIT)).firms.map(({ rank }) => rank);

async function inPostgres(firms: number, db: Database, mixed: readonly string[]): Promise<Row[]> {
  const server = await startPostgres();
  try {
    const rows: Row[] = [];
    if (firms <= OURS_IN_POSTGRES_MAX) {
      const names = await namesCountry(firms, server.url);
      rows.push(...(await measured('ours on PostgreSQL', findIn(names.dataset.db), { mixed, worst: WORST })));
      await names.close();
    }
    const plain = await plainPostgres(server.url, db);
    const some = { mixed: mixed.slice(0, SLOW_QUERIES) };
    const size = `${plain.names.toLocaleString('en-GB')} names`;
    rows.push(...(await measured(`PostgreSQL tsvector, ${size}`, plain.words, some)));
    rows.push(...(await measured(`PostgreSQL trigrams, ${size}`, plain.trigrams, some)));
    await plain.close();
    return rows;
  } finally {
    await server.stop();
  }
}

const overHttp = async (folder: string, queries: readonly string[]): Promise<Timed[]> =>
  (await searchOverHttp(folder, queries)).map((ms) => ({ ms, of: '' }));

const queriesOf = (kind: string, meant: readonly Meant[]): string[] =>
  meant.map((each) => queryFor(kind, each)).filter((query) => query !== null && query.length <= 200) as string[];

/** Queries of every kind in turn, with equal weight. */
function mixedQueries(meant: readonly Meant[], count: number): string[] {
  const lists = Object.keys(kinds).map((kind) => queriesOf(kind, meant));
  const mixed: string[] = [];
  for (let i = 0; mixed.length < count; i++)
    for (const [at, list] of lists.entries())
      if (list.length > 0) mixed.push(list[(i * lists.length + at) % list.length] as string);
  return mixed;
}

type Row = Findings['rows'][number];

async function measured(name: string, find: Finder, sets: Record<string, readonly string[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [set, queries] of Object.entries(sets)) {
    const times: Timed[] = [];
    for (const query of queries) {
      let ms = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        await find(query);
        ms = Math.min(ms, performance.now() - started);
      }
      times.push({ ms, of: query });
    }
    rows.push(timesRow(`${name}, ${set}`, times));
  }
  return rows;
}

function table(firms: number, { built, dataset }: NamesCountry, rows: Row[]): Findings {
  const names = dataset.manifest.parts.find((part) => part.name === 'search')?.rows.name_entry ?? 0;
  return {
    name: `search-speed-${firms}`,
    title: `Search, ${names.toLocaleString('en-GB')} names, ms`,
    columns: ['finder, queries', 'queries', 'p50', 'p90', 'p99', 'max and its query'],
    rows,
    remarks: [
      `The part with lists, names and their index: ${built.seconds.toFixed(0)} s to build, ${built.megabytes.toFixed(0)} MB; the process that drew the country and built it took ${built.memoryMegabytes.toFixed(0)} MB at most.`,
      'In the store each query three times, the best counts: read from memory, and not while something else had the processor.',
      'Over HTTP each query once, from the request to the last byte, on as many serving threads as there are cores, callers on the same cores.',
      'Aims at 4.2 million: p50 0.5 ms and p99 10 ms, mistyped p99 20 ms; over HTTP p99 25 ms.',
    ],
  };
}
