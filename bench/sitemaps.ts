/** Sitemaps of a whole country: time and size of the index and of one sitemap. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, constants as zlib } from 'node:zlib';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';
import type { Row } from '#data/store/table.ts';
import { listing, listingIndexes, listingTables } from '#domain/search/tables.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { rowOf } from '#test/support/table-rows.ts';
import { companiesIn, companyRanges } from '#transports/web/sitemaps/sitemap-table.ts';
import { urlsetXml } from '#transports/web/sitemaps/sitemaps.ts';
import type { Findings } from './table.ts';

const ORIGIN = 'https://firmoteca.example';
/** The newest fiscal codes without their check digit. */
const LAST_BODY = 5_200_000;

export async function sitemaps(sizes: readonly number[]): Promise<Findings[]> {
  const rows: Findings['rows'] = [];
  for (const companies of sizes) rows.push(await figuresOf(companies));
  return [
    {
      name: 'sitemaps',
      title: 'Sitemaps of companies, SQLite',
      columns: ['companies', 'sitemaps', 'index ms', 'largest: ms read', 'ms written', 'addresses', 'MB', 'MB zipped'],
      rows,
      remarks: [
        'The index is asked for once in each generation by each thread; both grow with what they tell, not with the country.',
        'Writing is done in pieces of 500 companies, between which a thread answers others; zipping is done beside it.',
      ],
    },
  ];
}

async function figuresOf(companies: number): Promise<Findings['rows'][number]> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-sitemaps-'));
  const generations = await openSqliteGenerations(folder, 'demo');
  const build = await generations.build();
  const about = { source: 'computed', asOf: null, licence: null, fingerprint: 'x' };
  const part = await build.part('search', about);
  await part.execute(listingTables);
  await part.load(listing, entries(companies));
  await part.execute(listingIndexes);
  const { db } = part;
  const [ranges, indexMs] = await timed(() => companyRanges(db));
  let largest = { cuis: [] as number[], readMs: 0 };
  for (const range of ranges) {
    const [cuis, readMs] = await timed(() => companiesIn(db, range));
    if (cuis.length > largest.cuis.length) largest = { cuis, readMs };
  }
  const pages = largest.cuis.map((cui) => ({ page: 'company' as const, params: { cui: String(cui) } }));
  const [xml, writtenMs] = await timed(async () => Buffer.concat([...urlsetXml(pages, ORIGIN)]));
  const zipped = gzipSync(xml, { level: zlib.Z_BEST_SPEED });
  await build.close();
  await generations.close();
  rmSync(folder, { recursive: true });
  const megabytes = (bytes: number): number => bytes / 1e6;
  return [
    String(companies),
    ranges.length,
    indexMs,
    largest.readMs,
    writtenMs,
    pages.length * 2,
    megabytes(xml.length),
    megabytes(zipped.length),
  ];
}

/** Fiscal codes spread evenly over the whole range, in the order of ranks, which is not the order of the codes. */
function* entries(companies: number): Generator<Row<typeof listing>> {
  const step = LAST_BODY / companies;
  const stride = 7_919;
  for (let rank = 1; rank <= companies; rank++) {
    const location = (rank * stride) % companies;
    const cui = Number(cuiOf(1 + Math.floor(location * step)));
    yield rowOf(listing, { rank, cui, name: 'X', caen_told: false });
  }
}

async function timed<Value>(run: () => Promise<Value>): Promise<[Value, number]> {
  const start = performance.now();
  const value = await run();
  return [value, performance.now() - start];
}
