/**
 * Downloads the revocation lists of trusted authorities by a schedule, from the addresses that certificates below these authorities name,
 * and the trusted list where it was downloaded before. No request and no verification waits for it.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { exchange, Failure, type Limits } from '#lib/safe-fetch/exchange.ts';
import { publicLookup, type Resolve } from '#lib/safe-fetch/public-address.ts';
import { listAddressesOf } from '#lib/signatures/list-addresses.ts';
import { ImportRejected, importBytes, importList, ListOfLists } from '#lib/signatures/trust-import.ts';
import { KINDS, readTrustStore, TRUSTED_LIST_FILE } from '#lib/signatures/trust-store.ts';
import { VERSION } from '#lib/version.ts';
import { type ListRow, namedLists, nameLists, recordList, recordTrouble, recordTrustState } from './trust-table.ts';

export interface DownloadsContext {
  db: Database;
  /** The folder of the trust store. */
  trust: string;
  /** Serves the lists of all hosts, in the simulated country; null: the addresses are read as they are, in public networks only. */
  listsAt: string | null;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  resolve?: Resolve;
  onError(error: unknown): void;
}

/** A newly named address is downloaded within this time. */
const CHECK_MS = 60_000;
/** Authorities publish a new list every few hours to days. */
const REFRESH_MS = 12 * 3_600_000;
const RETRY_MS = 3_600_000;
const TRUSTED_LIST_MS = 86_400_000;
/** The largest lists have some megabytes. */
const LIMITS: Limits = {
  connectMs: 10_000,
  idleMs: 15_000,
  totalMs: 120_000,
  sizeBytesMax: 32 * 2 ** 20,
  retries: 0,
};

export async function keepListsCurrent(context: DownloadsContext, signal: AbortSignal): Promise<void> {
  const round = createRound(context);
  // A repeated error is logged once.
  let lastError = '';
  while (!signal.aborted) {
    try {
      await round(signal);
      lastError = '';
    } catch (error) {
      if (signal.aborted) return;
      if (String(error) !== lastError) context.onError(error);
      lastError = String(error);
    }
    await context.sleep(CHECK_MS, signal);
  }
}

/** One look at what is due; the tests run it by hand. */
export function createRound(context: DownloadsContext): (signal: AbortSignal) => Promise<void> {
  const { db, trust, now } = context;
  let seen: string | null = null;
  let trustedListTriedAt = 0;

  return async (signal) => {
    if (now() - trustedListTriedAt >= RETRY_MS && isTrustedListDue(trust, now())) {
      trustedListTriedAt = now();
      await refreshTrustedLists(context, signal);
    }
    const stamp = stampOf(trust);
    if (stamp !== seen) await lookAtStore();
    for (const row of await namedLists(db)) {
      if (signal.aborted) return;
      if (isDue(row, trust, now())) await downloadList(row.address, context, signal);
    }
    seen = stamp;
  };

  /** Notes the store's own addresses, and its state for the hosts that do not have it. */
  async function lookAtStore(): Promise<void> {
    const { certificates, trustedLists } = readTrustStore(trust);
    const { authorities, helpers } = certificates;
    await db.write([
      ...nameLists(helpers.flatMap(({ certificate }) => listAddressesOf(certificate))),
      recordTrustState({
        checked_at: new Date(now()).toISOString(),
        authorities: authorities.length,
        trusted_list_until: trustedLists[0]?.nextUpdate ?? null,
      }),
    ]);
  }
}

/** A list that is good for hours is looked for more often, one that has expired every hour. */
function isDue({ tried_at: triedAt, file, good_until: until, trouble }: ListRow, trust: string, now: number): boolean {
  if (triedAt === null) return true;
  const hasFile = file !== null && existsSync(join(trust, 'lists', file));
  // Another host may have led until now.
  if (trouble === null && !hasFile) return true;
  const age = now - triedAt;
  const left = until === null ? 0 : Date.parse(until) - now;
  return age >= (trouble !== null || left < REFRESH_MS ? RETRY_MS : REFRESH_MS);
}

async function downloadList(address: string, context: DownloadsContext, signal: AbortSignal): Promise<void> {
  const { db, trust, now } = context;
  try {
    const { file, goodUntil } = importList(await bytesOf(address, context, signal), trust, new Date(now()));
    await db.write([recordList(address, now(), file, goodUntil)]);
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure || error instanceof ImportRejected)) throw error;
    await db.write([recordTrouble(address, now(), error.message)]);
  }
}

/** Those that were downloaded. A failure keeps the stored one; `doctor` says when it is old. */
async function refreshTrustedLists(context: DownloadsContext, signal: AbortSignal): Promise<void> {
  for (const { address } of readTrustStore(context.trust).trustedLists) {
    if (address === null) continue;
    try {
      await downloadTrustedList(address, context, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure || error instanceof ImportRejected)) throw error;
    }
  }
}

type Fetching = Pick<DownloadsContext, 'trust' | 'listsAt' | 'now' | 'resolve'>;

/** Of a country, or by way of the European list of lists. */
export async function downloadTrustedList(address: string, context: Fetching, signal: AbortSignal) {
  const take = async (from: string) => {
    // The signature of the list is not checked: TLS proves who publishes it.
    if (context.listsAt === null && URL.parse(from)?.protocol !== 'https:')
      throw new ImportRejected(`${from} is not published over TLS: download it, compare its digest, and import it.`);
    const bytes = await bytesOf(from, context, signal);
    return importBytes(bytes, from, context.trust, { now: new Date(context.now()), address });
  };
  try {
    return await take(address);
  } catch (error) {
    const [pointer] = error instanceof ListOfLists ? error.pointers : [];
    if (pointer === undefined) throw error;
    return take(pointer.address);
  }
}

/** The European list of lists, as the Official Journal names its place. */
export const LIST_OF_LISTS = 'https://ec.europa.eu/tools/lotl/eu-lotl.xml';

const isTrustedListDue = (trust: string, now: number): boolean => {
  const file = join(trust, TRUSTED_LIST_FILE);
  return existsSync(file) && now - statSync(file).mtimeMs >= TRUSTED_LIST_MS;
};

async function bytesOf(address: string, { listsAt, resolve }: Fetching, signal: AbortSignal): Promise<Buffer> {
  const parsed = URL.parse(address);
  if (parsed === null) throw new ImportRejected(`${address} is not an address.`);
  const { pathname, search } = parsed;
  const { status, body } = await exchange(
    {
      url: listsAt === null ? address : `${listsAt}${pathname}${search}`,
      userAgent: `Firmoteca/${VERSION}`,
      signal,
      ...(listsAt === null && { lookup: publicLookup(resolve) }),
    },
    LIMITS,
  );
  const bytes = Buffer.concat(await Array.fromAsync(body));
  if (status !== 200) throw new ImportRejected(`HTTP ${status}`);
  return bytes;
}

/** Changes with every file of the store. */
const stampOf = (trust: string): string =>
  ['.', ...KINDS]
    .flatMap((kind) => {
      const folder = join(trust, kind);
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => `${kind}/${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs}`);
    })
    .join('\n');
