/** Which publications each part of the dataset is read from, and what depends on that. */
import type { PartName } from '#data/store/formats.ts';
import type { Day } from '#lib/values/date.ts';
import type { Publication } from './publication-listings.ts';
import type { Publications } from './publications.ts';

interface FilePart {
  /** Its publication, where it can be downloaded. */
  download?: Publication;
  /** Advice to the operator where it has to be rebuilt and no publication is at hand. */
  advice: string;
  /** Its lists, which a newer publication must not shrink. */
  lists: readonly string[];
  /** The days of its files; null where a name states none. */
  files(publications: Publications): readonly { day: Day | null }[];
  /** `input` with its files of `stored`. `isLacking`: `input` has none, or only older ones than the part. */
  filled(input: Publications, stored: Publications, isLacking: boolean): Publications;
}

const DOWNLOAD = 'Run npx firmoteca ingest --download, or npx firmoteca ingest --from FOLDER with its files.';
const IMPORT = 'Run npx firmoteca ingest --from FOLDER with its files (docs/import-formats.md).';

const filledFrom =
  (key: 'registry' | 'balances' | 'rates' | 'shareholders' | 'debts' | 'gazette'): FilePart['filled'] =>
  (input, stored, isLacking) =>
    isLacking ? { ...input, [key]: stored[key] } : input;

/** Null: computed from other parts. */
export const fileParts: Record<PartName, FilePart | null> = {
  registry: {
    download: 'trade registry',
    advice: DOWNLOAD,
    lists: ['firm', 'firm_status', 'officer', 'firm_activity'],
    files: ({ registry }) => registry.filter(({ isRead }) => !isRead),
    filled: filledFrom('registry'),
  },
  finances: {
    download: 'set of balance sheets',
    advice: DOWNLOAD,
    lists: ['balance'],
    // A file of a year covers days up to its end.
    files: ({ balances }) => balances.map(({ year }) => ({ day: `${year}-12-31` as Day })),
    filled: filledFrom('balances'),
  },
  rates: {
    download: 'set of exchange rates',
    advice: DOWNLOAD,
    lists: ['rate'],
    files: ({ rates }) => rates,
    filled: filledFrom('rates'),
  },
  shareholders: {
    advice: IMPORT,
    lists: ['shareholder'],
    files: ({ shareholders }) => (shareholders === null ? [] : [shareholders]),
    filled: filledFrom('shareholders'),
  },
  debts: {
    advice: IMPORT,
    lists: ['debt'],
    files: ({ debts }) => (debts === null ? [] : [debts]),
    filled: filledFrom('debts'),
  },
  gazette: {
    advice: IMPORT,
    lists: ['decision'],
    files: ({ gazette }) => gazette,
    filled: filledFrom('gazette'),
  },
  procurement: {
    download: 'set of procurement exports',
    advice: DOWNLOAD,
    lists: ['notice', 'contract', 'purchase'],
    files: ({ procurement: { exports, reports } }) => (exports.length > 0 ? exports : reports),
    // One part of several kinds of publications: a folder may hold one of them.
    filled: ({ procurement: own, ...input }, { procurement: stored }) => ({
      ...input,
      procurement: {
        ...own,
        exports: own.exports.length === 0 ? stored.exports : own.exports,
        reports: own.reports.length === 0 ? stored.reports : own.reports,
      },
    }),
  },
  recent: {
    advice: 'Run npx firmoteca collect procurement.',
    // Exports replace its rows in time.
    lists: [],
    files: ({ procurement: { increments } }) => increments,
    filled: (input, stored, isLacking) =>
      isLacking
        ? { ...input, procurement: { ...input.procurement, increments: stored.procurement.increments } }
        : input,
  },
  history: null,
  entities: null,
  rankings: null,
  companies: null,
  search: null,
};

/** A manifest may name a part that this version does not know. */
export const filePartOf = (name: string): FilePart | null =>
  Object.hasOwn(fileParts, name) ? fileParts[name as PartName] : null;
