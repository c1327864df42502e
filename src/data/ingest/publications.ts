/** Finds publications in a folder, at any depth, by the file names that the publishers use; the newest of each kind. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseBalanceFileName } from '#data/sources/anaf/balance-file-name.ts';
import type { BalanceForm } from '#data/sources/anaf/records.ts';
import { type Day, isDay, parseRomanianDay } from '#lib/values/date.ts';
import { VERSION } from '#lib/version.ts';
import { isNote } from './personal-files.ts';
import { parseIncrementName } from './procurement/increments.ts';

export interface PublishedFile {
  path: string;
  name: string;
  bytes: number;
  /** The publisher's day, from the name of the folder or file; the file's own time tells nothing about its content. */
  day: Day | null;
}

/** One snapshot of the trade registry. Nomenclatures are published apart and may lie in another folder. */
export interface RegistryFiles {
  /** Null where no name tells the day; then the content does (content-days.ts). */
  day: Day | null;
  firms: PublishedFile;
  statuses: PublishedFile | null;
  activities: PublishedFile | null;
  representatives: PublishedFile | null;
  familyRepresentatives: PublishedFile | null;
  branches: PublishedFile | null;
  statusNames: PublishedFile | null;
  caenNames: PublishedFile | null;
  /** The file of representatives has been read and deleted: the snapshot stays served but is not readable again. */
  isRead: boolean;
}

export interface BalanceFiles {
  form: BalanceForm;
  year: number;
  data: PublishedFile;
  legend: PublishedFile | null;
}

export interface Publications {
  /** Oldest first: the change log needs all of them, the dataset only the last. */
  registry: RegistryFiles[];
  /** Years ascending; every vintage of a year, oldest first, because later vintages restate earlier lines. */
  balances: BalanceFiles[];
  rates: PublishedFile[];
  shareholders: PublishedFile | null;
  debts: PublishedFile | null;
  /** Issues of the Official Gazette, oldest first. */
  gazette: PublishedFile[];
  /** Public procurement, the newest first: quarterly exports, reports on suppliers, and the daily lists of the system. */
  procurement: { exports: PublishedFile[]; reports: PublishedFile[]; increments: PublishedFile[] };
  /** Files with the name of a publication, but of no supported one. */
  unknown: string[];
}

const FIRMS = /^OD_FIRME\.CSV$/i;
const RATES = /^nbrfxrates20[0-9]{2}\.xml$/i;
const SHAREHOLDERS = /^shareholders.*\.csv$/i;
const DEBTS = /^tax-debts.*\.csv$/i;
/** The portal's name for a year of exports, or several, of a folder or before a file's own name; that of 2019 is misspelt. */
const PROCUREMENT = /(?:^|\/)achizit(?:i|ii)-publice-(20[0-9]{2})(?:-(20[0-9]{2})(?=-[a-z]))?(?=[^0-9])/i;
const PROCUREMENT_FILE = /\.(csv|txt|xlsx|xls|ods)$/i;
const REPORTS = /^supplier-reports.*\.ndjson$/i;
const GAZETTE = /^(gazette.*\.ndjson|monitorul-oficial.*\.txt)$/i;

export const noPublications: Publications = {
  registry: [],
  balances: [],
  rates: [],
  shareholders: null,
  debts: null,
  gazette: [],
  procurement: { exports: [], reports: [], increments: [] },
  unknown: [],
};

export async function findPublications(folder: string): Promise<Publications> {
  const files = await filesUnder(folder);
  const newest = (name: RegExp): PublishedFile | null => files.filter((file) => name.test(file.name)).at(-1) ?? null;
  const snapshots = files.filter((file) => FIRMS.test(file.name)).map((firms) => registryOf(files, firms, newest));
  return {
    registry: [...new Map(snapshots.map((snapshot) => [snapshot.day ?? snapshot.firms.path, snapshot])).values()],
    balances: balancesOf(files),
    rates: newestByName(files.filter((file) => RATES.test(file.name))),
    shareholders: newest(SHAREHOLDERS),
    debts: newest(DEBTS),
    gazette: files.filter((file) => GAZETTE.test(file.name)),
    procurement: {
      exports: exportsOf(files),
      reports: files.filter((file) => REPORTS.test(file.name)).reverse(),
      increments: files.filter((file) => parseIncrementName(file.name) !== null).reverse(),
    },
    unknown: files
      .map((file) => file.name)
      .filter((name) => /^web_?.*[0-9]{4}\.txt$/i.test(name) && parseBalanceFileName(name) === null),
  };
}

/** The other files of a snapshot lie beside OD_FIRME.CSV. */
function registryOf(
  files: PublishedFile[],
  firms: PublishedFile,
  newest: (name: RegExp) => PublishedFile | null,
): RegistryFiles {
  const folder = dirname(firms.path);
  const beside = (name: RegExp) => files.find((file) => dirname(file.path) === folder && name.test(file.name)) ?? null;
  const representatives = beside(/^OD_REPREZENTANTI_LEGALI\.CSV$/i);
  return {
    day: firms.day,
    firms,
    statuses: beside(/^OD_STARE_FIRMA\.CSV$/i),
    activities: beside(/^OD_CAEN_AUTORIZAT\.CSV$/i),
    representatives,
    familyRepresentatives: beside(/^OD_REPREZENTANTI_IF\.CSV$/i),
    branches: beside(/^OD_SUCURSALE.*\.CSV$/i),
    statusNames: newest(/^N_STARE_FIRMA\.CSV$/i),
    caenNames: newest(/^N_CAEN\.CSV$/i),
    isRead: representatives === null && files.some((file) => dirname(file.path) === folder && isNote(file.name)),
  };
}

function balancesOf(files: PublishedFile[]): BalanceFiles[] {
  const named = files.flatMap((file) => {
    const parsed = parseBalanceFileName(file.name);
    return parsed ? [{ file, ...parsed }] : [];
  });
  // A stray character may distinguish the names of data and legend: form, year and folder identify the pair.
  const keyOf = (form: string, year: number, path: string): string => `${form} ${year} ${dirname(path)}`;
  const legends = new Map(
    named
      .filter(({ content: holds }) => holds === 'legend')
      .map(({ form, year, file }) => [keyOf(form, year, file.path), file]),
  );
  return named
    .filter(({ content: holds }) => holds === 'data')
    .map(({ form, year, file }) => ({
      form,
      year,
      data: file,
      legend: legends.get(keyOf(form, year, file.path)) ?? null,
    }))
    .sort((a, b) => a.year - b.year);
}

/**
 * By the year of the data set, then by the day of publication, newest first: files of a year repeat rows of earlier files. A set of several
 * years comes after the more complete set of its last year.
 */
function exportsOf(files: PublishedFile[]): PublishedFile[] {
  const yearOf = ({ path }: PublishedFile): number => {
    const [, first = 0, last] = PROCUREMENT.exec(path) ?? [];
    return last === undefined ? Number(first) : Number(last) - 0.5;
  };
  return files
    .filter((file) => PROCUREMENT_FILE.test(file.name) && yearOf(file) > 0)
    .reverse()
    .sort((a, b) => yearOf(b) - yearOf(a));
}

/** The same name may lie in several folders (a vintage downloaded again): the newest counts. */
function newestByName(files: PublishedFile[]): PublishedFile[] {
  const byName = new Map(files.map((file) => [file.name.toLowerCase(), file]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Oldest first, files without a day before all others; of one day by path, for the same order on every machine. */
async function filesUnder(folder: string): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = await stat(path);
    files.push({ path, name: entry.name, bytes: size, day: dayOf(path) });
  }
  return files.sort((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : (a.day ?? '') < (b.day ?? '') ? -1 : 1));
}

/** `firme-02-09-2026/OD_FIRME.CSV` and `tax-debts-2026-09-02.csv` carry their day. */
function dayOf(path: string): Day | null {
  const [romanian] = /[0-9]{2}-[0-9]{2}-[0-9]{4}/.exec(basename(dirname(path))) ?? [];
  if (romanian) return parseRomanianDay(romanian.replaceAll('-', '.'));
  const [iso] = /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(basename(path)) ?? [];
  return iso && isDay(iso) ? iso : null;
}

/** Changed when the rule for the day of a content changes: parts are rebuilt then. */
const DAYS = 'by content';

/** A publication that need not lie in a file. */
type Content = Pick<PublishedFile, 'name' | 'bytes'> & ({ path: string } | { read(): AsyncIterable<Uint8Array> });

export const bytesOf = (files: readonly Pick<PublishedFile, 'bytes'>[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/**
 * Digest of names and whole contents, in this order. Size and time would not do: a status that changes from 1048 to
 * 1084 leaves the size, and a repeated download changes the time. A new release may read the same file better.
 */
export async function digestOf(files: readonly Content[], salt = '', dated = ` ${DAYS}`): Promise<string> {
  const digest = createHash('sha256').update(`${VERSION}${dated}\n${salt}`);
  for (const file of files) {
    digest.update(`\n${file.name} ${file.bytes}\n`);
    const chunks = 'read' in file ? file.read() : createReadStream(file.path, { highWaterMark: 1 << 20 });
    for await (const chunk of chunks) digest.update(chunk);
  }
  return digest.digest('hex');
}
