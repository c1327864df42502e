/** The publications of procurement: exports and reports on suppliers, and the daily lists of the system. */
import { type FilePart, inCatalogue, named } from '#data/ingest/file-part.ts';
import type { PublishedFile } from '#data/ingest/published-files.ts';
import { findProcurement, whyNotRead } from '#data/sources/procurement/exports/publications.ts';
import { sources } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import { wordIndexDdl } from '#data/store/word-index.ts';
import { rollupIndexes } from '#domain/procurement/rollup-tables.ts';
import { NOTICE_WORDS, procurementIndexes, procurementTables } from '#domain/procurement/tables.ts';
import { yearOf } from '#lib/values/date.ts';
import { parseIncrementName } from './increments.ts';

/** The portal's name for a year of exports, or several, of a folder or before a file's own name; that of 2019 is misspelt. */
const DATASET = /(?:^|\/)achizit(?:i|ii)-publice-(20[0-9]{2})(?:-(20[0-9]{2})(?=-[a-z]))?(?=[^0-9])/i;
const EXPORT = /\.(csv|txt|xlsx|xls|ods)$/i;
const REPORTS = /^supplier-reports.*\.ndjson$/i;
const DOWNLOADED_YEARS = 6; // the current one and five whole ones: ten million purchases

export const PROCUREMENT = 'procurement';

const tables = (engine: Database['engine']): string =>
  procurementTables + procurementIndexes + rollupIndexes + wordIndexDdl(engine, NOTICE_WORDS, { phrases: true });

const isReports = ({ name }: PublishedFile): boolean => REPORTS.test(name);
const isExport = (file: PublishedFile): boolean => !isReports(file);

/** Reports, then exports, each the newest first. Built by parts.ts, as `recent` is. */
export const procurementPart: FilePart = {
  about: { source: 'seap', licence: sources.procurementExports.licence, area: PROCUREMENT },
  tables,
  lists: ['notice', 'contract', 'purchase'],
  download: inCatalogue('set of procurement exports', findProcurement, (files, today) =>
    files
      .filter(({ year }) => year > yearOf(today) - DOWNLOADED_YEARS)
      .map(({ dataset, resource }) => ({ resource, to: `achizitii/${dataset}/${resource.name}` })),
  ),
  find: (files) => [...named(files, REPORTS).reverse(), ...exportsAmong(files)],
  whyUnused({ name, path }) {
    if (DATASET.test(path)) return otherTable(path) ?? 'it is no table of the procurement exports that is read';
    return EXPORT.test(name) && /achizit|cumparari|contract|anunt|notificari/i.test(name)
      ? 'procurement exports are read in a folder named achizitii-publice-2026, or with that before their name'
      : null;
  },
  days(files) {
    const exports = files.filter(isExport);
    return (exports.length > 0 ? exports : files).map(({ day }) => day);
  },
  // One part of two kinds of publications: a folder may hold one of them.
  filled: (files, stored) => [isReports, isExport].flatMap((kind) => (files.some(kind) ? files : stored).filter(kind)),
};

export const recentPart: FilePart = {
  about: { source: 'seap', licence: sources.procurement.licence, area: PROCUREMENT },
  tables,
  // Exports replace its rows in time.
  lists: [],
  advice: 'Run npx firmoteca collect procurement.',
  find: (files) => files.filter(({ name }) => parseIncrementName(name) !== null).reverse(),
};

export const byKind = (files: readonly PublishedFile[]) => ({
  reports: files.filter(isReports),
  exports: files.filter(isExport),
});

/**
 * By the year of the data set, then by the day of publication, newest first: files of a year repeat rows of earlier files. A set of several
 * years comes after the more complete set of its last year.
 */
function exportsAmong(files: readonly PublishedFile[]): PublishedFile[] {
  const yearIn = ({ path }: PublishedFile): number => {
    const [, first = 0, last] = DATASET.exec(path) ?? [];
    return last === undefined ? Number(first) : Number(last) - 0.5;
  };
  return named(files, EXPORT)
    .filter((file) => yearIn(file) > 0 && otherTable(file.path) === null)
    .reverse()
    .sort((a, b) => yearIn(b) - yearIn(a));
}

/** By its name and that of its data set: the same tables are left out of a folder as of a download. */
const otherTable = (path: string): string | null => whyNotRead(path.slice(DATASET.exec(path)?.index ?? 0));
