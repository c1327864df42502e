/** The whole service over a demo country of three hand-written companies; the tax authority is unreachable. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { LivePort } from '#data/live/ports.ts';
import { storeFile, storeReleases } from '#data/live/press-table.ts';
import { PRESS_HOST } from '#data/sources/press/file-address.ts';
import { releaseOf } from '#data/sources/press/releases-page.ts';
import type { ContractRecord, NoticeRecord } from '#data/sources/procurement/records.ts';
import type { Database } from '#data/store/database.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { showcaseDecision } from '#demo-country/gazette.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { showcaseRelease } from '#demo-country/press.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { ratesXml } from '#demo-country/rates.ts';
import { showcase, showcasePerson } from '#demo-country/showcase.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { type App, app } from '#server/app.ts';
import type { AppOptions } from '#server/compose/context.ts';
import type { Secrets } from '#server/secrets.ts';
import { knownSecrets } from './known-secrets.ts';
import { awardRecord, contractRecord, noticeRecord, party, purchaseRecord } from './procurement-records.ts';
import { write, writeBalances, writeSnapshot } from './publications.ts';
import { storeSmallDocuments } from './small-documents.ts';
import { keptPlace, loadedNow } from './snapshots.ts';
import { type Listening, listening } from './test-server.ts';
import { companyCui } from './tiny-country.ts';

export { DEMO_KEY };

/** The location of its data and publications. */
export interface SmallPlace {
  folder: string;
  published: string;
  databaseUrl: string | null;
}

export interface SmallService extends Listening, App {
  store: Store;
  /** The store of document files. */
  blobs: Blobs;
  secrets: Secrets;
  place: SmallPlace;
  /** Restarts over the same data after a change to it; the previous service is closed. */
  restarted(change: (location: SmallPlace) => Promise<void>, more?: SmallOptions): Promise<SmallService>;
}

export interface SmallOptions
  extends Partial<Pick<AppOptions, 'limits' | 'isRebuilding' | 'billing' | 'standby' | 'fetchAppDocument'>> {
  /** With companies and rates only: without data of live sources, and without press releases. */
  bare?: boolean;
  /** Financial years with balance sheets; default: three. */
  years?: readonly number[];
  databaseUrl?: string | null;
  /** Notices in addition to those of the examples. */
  notices?: readonly NoticeRecord[];
  /** Contracts in addition to those of the examples. */
  contracts?: readonly ContractRecord[];
  /** Wraps the store of files. */
  blobs?(own: Blobs): Blobs;
  /** Wraps the state database. */
  state?(own: Database): Database;
  /** Settings that differ from the defaults. */
  config?: Partial<AppOptions['config']>;
}

const TODAY = '2026-11-15';
const YEARS = [2023, 2024, 2025];

export const silentAuthority: LivePort = {
  refreshFiscal: async (cuis) => cuis.map(() => ({ outcome: 'unavailable', reason: 'sourceDown' })),
  refreshBalances: async (_, years) => years.map(() => ({ outcome: 'unavailable', reason: 'sourceDown' })),
  refreshRates: async () => 'unavailable',
  refreshPress: async () => 'unavailable',
  refreshPressFile: async () => 'unavailable',
  readPressPictures: async () => 'unavailable',
  noteRequested: () => {},
};

const secrets = knownSecrets;

const smallBlobs = ({ folder }: SmallPlace): Promise<Blobs> => openFolderBlobs(join(folder, 'documents'));

export async function smallService(options: SmallOptions = {}): Promise<SmallService> {
  const { bare = false, databaseUrl = null } = options;
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-service-'));
  const placed = (root: string, url: string | null): SmallPlace => ({
    folder: join(root, 'data'),
    published: join(root, 'published'),
    databaseUrl: url,
  });
  await keptPlace(`small_${dataKey(options)}`, { folder, databaseUrl }, (stored) =>
    fill(placed(stored.folder, stored.databaseUrl), options),
  );
  const location = placed(folder, databaseUrl);
  await loadedNow(location);
  const opened = await openStore({ ...location, country: 'demo' });
  if (!bare) await storePress(opened.live);
  return serveStore(opened, location, options);
}

/** Services with the same key have the same data. */
function dataKey({ bare, years, notices, contracts }: SmallOptions): string {
  const text = JSON.stringify([bare ?? false, years ?? YEARS, notices ?? [], contracts ?? []]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Everything except recent live data. */
async function fill(location: SmallPlace, options: SmallOptions): Promise<void> {
  const { bare = false, years = YEARS } = options;
  const store = await openStore({ ...location, country: 'demo' });
  writeCompanies(location.published, years);
  writeRates(location.published);
  if (!bare) {
    writeDecision(location.published);
    writeProcurement(location.published, options);
    await storeSmallDocuments(store.documents, await smallBlobs(location));
  }
  await ingest({
    ...store,
    publications: await findPublications(location.published),
    personKey: secrets.personKey,
    strict: true,
    progress: silent,
  });
  await store.close();
}

/** Over existing data. */
export async function serveSmall(location: SmallPlace, options: SmallOptions): Promise<SmallService> {
  return serveStore(await openStore({ ...location, country: 'demo' }), location, options);
}

async function serveStore(opened: Store, location: SmallPlace, options: SmallOptions): Promise<SmallService> {
  const folder = dirname(location.folder);
  const store = { ...opened, state: options.state?.(opened.state) ?? opened.state };
  const blobs = options.blobs?.(await smallBlobs(location)) ?? (await smallBlobs(location));
  const created = await app({
    config: {
      country: 'demo',
      today: () => TODAY,
      publicUrl: null,
      trustedProxies: [],
      dataFolder: folder,
      mail: { by: 'outbox', hourMax: 1_000 },
      ...options.config,
    },
    secrets,
    store,
    blobs,
    live: silentAuthority,
    profile: demoProfile(secrets.personKey),
    limits: options.limits ?? null,
    log: { access: null, error: () => {} },
    ...(options.isRebuilding && { isRebuilding: options.isRebuilding }),
    ...(options.fetchAppDocument && { fetchAppDocument: options.fetchAppDocument }),
    billing: options.billing ?? null,
    standby: options.standby ?? null,
  });
  const served = await listening(created.router, created.observe, { unrouted: created.unrouted });
  const stop = async (): Promise<void> => {
    await served.close();
    await created.close();
    await store.close();
  };
  return {
    ...created,
    ...served,
    store,
    blobs,
    secrets,
    place: location,
    async restarted(change, more = {}) {
      await stop();
      await change(location);
      return serveSmall(location, { ...options, ...more });
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The decision of the examples. */
function writeDecision(folder: string): void {
  const { number, date, ...decision } = showcaseDecision;
  write(folder, 'gazette/gazette.ndjson', JSON.stringify({ issueNumber: number, issueDate: date, ...decision }));
}

/** The procurement of the examples: between the showcase’s city and its supplier. */
function writeProcurement(folder: string, { notices = [], contracts = [] }: SmallOptions): void {
  const cuiOf = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
  const authority = party(cuiOf('cityHall'), 'MUNICIPIUL PIATRA VULTURULUI', { county: 'Vâlcea' });
  const supplier = party(cuiOf('stateSupplier'), 'CASTORUL HARNIC DISTRIBUTIE SA');
  const giant = party(cuiOf('giant'), 'ZIMBRUL AURIU SA');
  const { notice, contract, report } = showcaseProcurement;
  const pumps = { code: '42122000', title: 'Pompe' };
  const works = { code: '45233120', title: 'Lucrări de construcții de drumuri' };
  const lines = (name: string, ...records: object[]): void => {
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    write(folder, `sicap/sicap-${name}-2026-11-13.ndjson`, text);
  };
  lines(
    'notices',
    noticeRecord({ notice, title: 'Lucrări și pompe', authority, cpv: pumps, hasDocuments: true }),
    noticeRecord({ notice: 'CN1000001', authority, cpv: works, deadlineAt: '2099-01-01T10:00:00.000Z' }),
    ...notices,
  );
  lines(
    'contracts',
    contractRecord({ number: contract, notice, authority, suppliers: [supplier, giant], cpv: pumps }),
    contractRecord({
      number: '2',
      notice: 'CN1000001',
      authority,
      suppliers: [supplier],
      cpv: works,
      awardNotice: 'CAN2',
    }),
    ...contracts,
  );
  const both = { authority, supplier };
  lines(
    'purchases',
    purchaseRecord({ ...both, id: 'DA20000001' }),
    purchaseRecord({
      ...both,
      id: 'DA20000002',
      cpv: { code: '33140000', title: 'Consumabile medicale' },
      finalizedOn: '2025-03-05',
    }),
  );
  lines('awards', awardRecord({ ...both, cpv: { code: '15000000', title: 'Alimente' } }));
  const { code, name } = supplier;
  write(
    folder,
    'import/supplier-reports.ndjson',
    JSON.stringify({
      ackDocId: report,
      supplier: { code, name },
      authority: { code: authority.code, name: authority.name },
      contractNumber: contract,
      issuedOn: '2026-05-05',
      text: 'Contractantul și-a îndeplinit obligațiile.',
    }),
  );
}

/** The press release of the examples, as if just read. */
async function storePress(live: Database): Promise<void> {
  const url = `https://${PRESS_HOST}${showcaseRelease.path}`;
  const release = releaseOf(url, showcaseRelease.title);
  if (!release) throw new Error('The example is no press release.');
  const fetchedAt = new Date().toISOString();
  const text = showcaseRelease.text.paragraphs.join('\n');
  const record = { sizeBytes: 1_000, pages: 1, text, ocrPages: [], waiting: false, problem: null };
  await live.write(storeReleases([release], fetchedAt));
  await live.write(storeFile(url, release.title, { outcome: 'found', record, fetchedAt }));
}

/** Two bank days around each day of the examples. */
function writeRates(folder: string): void {
  const days = ['2026-03-05', '2026-03-06', '2026-11-12', '2026-11-13'].map((day) => ({
    day,
    rates: [
      { currency: 'EUR', multiplier: 1, value: '5.1000' },
      { currency: 'HUF', multiplier: 100, value: '1.3000' },
      { currency: 'USD', multiplier: 1, value: '4.4000' },
    ],
  }));
  write(folder, 'bnr/nbrfxrates2026.xml', ratesXml(days));
}

function writeCompanies(folder: string, years: readonly number[]): void {
  const { name, birthDate, birthLocality } = showcasePerson;
  const officers = [{ name, born: [birthDate, birthLocality, 'Galați'] as [string, string, string] }];
  const firms = [0, 1, 2].map((n) => ({
    cui: companyCui(n),
    number: `J12/${n + 1}/1998`,
    name: `FIRMA INVENTATA ${n + 1} SRL`,
    officers,
  }));
  writeSnapshot(folder, '02-09-2026', firms);
  for (const year of years)
    writeBalances(
      folder,
      year,
      firms.map(({ cui }, n) => [cui, '4711', 1_000_000 * (n + 1), 50_000, 10]),
    );
}
