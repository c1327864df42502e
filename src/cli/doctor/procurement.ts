/** Public procurement: whether its system blocks us, and samples of its exports and lists. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  blockedAdvice,
  blockedSince,
  createProcurementBlock,
  type ProcurementBlock,
} from '#data/live/procurement-block.ts';
import { sourceSamples } from '#data/live/source-sample-table.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import { foreignHostMessage, resourceAddress } from '#data/sources/ckan/resource-address.ts';
import { download } from '#data/sources/download.ts';
import type { JsonObject } from '#data/sources/json.ts';
import { findProcurement } from '#data/sources/procurement/exports/publications.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { noticesPublished } from '#data/sources/procurement/site/notices.ts';
import { createSite, type Site, type SiteLock } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import { sources } from '#data/sources/sources.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { FIREWALL_ADVICE } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, type Day, weekday, yearOf } from '#lib/values/date.ts';
import type { Config } from '#server/config/config.ts';
import { compared, noticeList } from './answer-shapes.ts';
import { type Finding, findIn, ok, warning, withStore, wrong } from './finding.ts';
import { aboutServer } from './server-table.ts';
import { differs, found, notAnswered, type Result, type Sample, type SampleContext, wrongShape } from './sources.ts';

/** Workbooks are readable as a whole only: larger ones are not sampled. */
const FILE_BYTES_MAX = 30_000_000;
/** A quarter may be without contracts that were modified. */
const FILES_MAX = 3;
/** Published quarterly, a quarter late: in spring the newest may be of the year before. */
const YEARS_MAX = 1;

export async function sampleProcurementFile({ client, addresses, today }: SampleContext): Promise<Sample> {
  const result = async (): Promise<Result> => {
    const catalogue = await findProcurement(client, addresses.ckan);
    if (catalogue.outcome === 'unavailable') return notAnswered(catalogue);
    if (catalogue.outcome === 'notFound') return differs('the catalogue names no dataset achizitii-publice-…');
    const newest = catalogue.value.at(-1)?.year ?? 0;
    const smallest = catalogue.value
      .filter(({ year }) => year === newest)
      .toSorted((a, b) => (a.resource.sizeBytes ?? FILE_BYTES_MAX) - (b.resource.sizeBytes ?? FILE_BYTES_MAX))
      .slice(0, FILES_MAX);
    const late = yearOf(today) - newest > YEARS_MAX ? [`the newest exports are of ${newest}`] : [];
    let read: Result | null = null;
    for (const { resource } of smallest) read ??= await firstRecords(resource.url, addresses.ckan);
    if (read === null) return differs('tables without rows');
    return { ...read, differences: [...read.differences, ...found('', late).differences] };
  };
  return {
    source: sources.procurementExports.title,
    address: addresses.ckan,
    expected: 'contracts, direct purchases, notices or award notices in one of the known formats',
    ...(await result()),
  };
}

/** Null for a table without rows. */
async function firstRecords(published: string, ckan: string): Promise<Result | null> {
  const address = resourceAddress(published, ckan);
  if (address === null) return differs(foreignHostMessage(published));
  const folder = await mkdtemp(join(tmpdir(), 'firmoteca-doctor-'));
  try {
    const path = join(folder, basename(new URL(address.url).pathname));
    const { userAgent, limits } = sources.procurementExports;
    const file = await download({ ...address, userAgent }, path, {
      limits: { ...limits, sizeBytesMax: FILE_BYTES_MAX, retries: 0 },
    });
    if ('outcome' in file) return notAnswered(file);
    for await (const { kind, records, skips } of readExport(path)) {
      if (records.length + skips.length === 0) continue;
      const problems = skips.length > records.length ? ['most rows cannot be read'] : [];
      return found(`${basename(path)}: ${records.length} ${kind} in the first rows, ${skips.length} skipped`, problems);
    }
    return null;
  } catch (error) {
    if (error instanceof WrongShape) return wrongShape(error);
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function sampleProcurementList(context: SampleContext): Promise<Sample> {
  const { client, addresses, today, withBlock = (use) => use(undefined) } = context;
  const day = workingDayBefore(today);
  const result = async (block: SiteLock | undefined): Promise<Result> => {
    const site = createSite({
      client,
      address: addresses.procurement,
      turn: async () => {},
      hold: block,
      clock: realClock,
      attemptsMax: 1,
    });
    let list: JsonObject | null = null;
    const noting: Site = {
      ...site,
      async post(path, body) {
        const answer = await site.post(path, body);
        list ??= answer;
        return answer;
      },
    };
    const differing = (result: Result): Result => {
      if (list === null) return result;
      const { differences, unread } = compared(noticeList, list);
      return { ...result, differences: differences.length > 0 ? differences : result.differences, unread };
    };
    try {
      const notices = await Array.fromAsync(noticesPublished(noting, day, { before: new Map(), details: 'none' }));
      return differing(found(`${notices.length} notices`));
    } catch (error) {
      if (error instanceof Failure) return notAnswered(error.outcome);
      if (error instanceof WrongShape) return differing(wrongShape(error));
      throw error;
    }
  };
  return {
    source: sources.procurement.title,
    address: addresses.procurement,
    expected: `the notices of ${day}`,
    ...(await withBlock(result).catch(withoutRequest)),
  };
}

/** Without the store it is unknown whether a request is allowed: none is sent. */
function withoutRequest(error: unknown): Result {
  if (!isStoreUnavailable(error)) throw error;
  return differs(`no request sent: ${error.message}`, { silent: true, shareable: 'no request sent' });
}

/** A week ago; of a weekend, the Friday before. */
function workingDayBefore(today: Day): Day {
  const day = addDays(today, -7);
  const past = weekday(day) === 0 ? 2 : weekday(day) === 6 ? 1 : 0;
  return addDays(day, -past);
}

const BLOCK_CHECK = 'procurement system';
const REFUSALS_CHECK = 'live sources';
const SAMPLES_CHECK = 'shapes of sources';
const LIVE_SCHEMA = 'firmoteca_live';

/** Also reports a block that is over before the first probe. */
export const checkProcurementBlock = (config: Config): Promise<Finding[]> =>
  findIn(config, 'live', BLOCK_CHECK, async (live) => {
    const block = await createProcurementBlock(live).stored();
    return block === null
      ? ok(BLOCK_CHECK, 'has not shut out this installation')
      : wrong(BLOCK_CHECK, blockedSince(block), blockedAdvice(block));
  });

/** Sources whose last answer is the page of a firewall. */
export const checkRefusals = (config: Config): Promise<Finding[]> =>
  findIn(config, 'live', REFUSALS_CHECK, async (live) => {
    const refused = (await sourceStates(live)).filter(
      ({ failureReason, lastFailure, lastSuccess }) =>
        failureReason === 'firewall' && (lastFailure ?? '') > (lastSuccess ?? ''),
    );
    if (refused.length === 0) return ok(REFUSALS_CHECK, 'no firewall refuses this installation');
    const found = refused.map(
      ({ source, lastFailure, lastSuccess }) =>
        `a firewall refuses requests to ${source} (last at ${lastFailure}, last answer ${lastSuccess ?? 'never'})`,
    );
    return wrong(REFUSALS_CHECK, found.join('; '), `${FIREWALL_ADVICE}.`);
  });

/** The newest samples, which `doctor --sources` takes. */
export const checkSamples = (config: Config): Promise<Finding[]> =>
  findIn(config, 'live', SAMPLES_CHECK, async (live) => {
    const samples = await sourceSamples(live);
    const [first] = samples;
    if (!first) return ok(SAMPLES_CHECK, 'not compared yet (npx firmoteca doctor --sources)');
    const differing = samples.filter(({ state }) => state === 'differs').map(({ source }) => source);
    const at = `(sampled at ${first.sampledAt})`;
    return differing.length === 0
      ? ok(SAMPLES_CHECK, `as known ${at}`)
      : warning(SAMPLES_CHECK, `${differing.join(', ')} differ ${at}`, 'What differs: npx firmoteca doctor --sources');
  });

/** Without an installation there is no store for a block. */
export async function withBlock<Result extends object>(
  config: Config,
  use: (block: ProcurementBlock | undefined) => Promise<Result>,
): Promise<Result> {
  const result = (await isInstalled(config))
    ? await withStore(config, 'live', (live) => use(createProcurementBlock(live)), { readOnly: false })
    : null;
  return result ?? use(undefined);
}

export async function isInstalled({ databaseUrl, dataFolder }: Config): Promise<boolean> {
  if (databaseUrl === null) return existsSync(join(dataFolder, 'live.db'));
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  const db = openPostgres(databaseUrl, { searchPath: [LIVE_SCHEMA] });
  try {
    return (await aboutServer(db, [LIVE_SCHEMA]))?.installed === 1;
  } finally {
    await db.close();
  }
}
