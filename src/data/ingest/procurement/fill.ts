/** The contents of both parts of procurement from plain data, so that any thread of a build can fill them. */
import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Days, newestDay, oldestDay } from '#data/ingest/content-days.ts';
import type { Reading } from '#data/ingest/file-reading.ts';
import type { PublishedFile } from '#data/ingest/published-files.ts';
import { fileInput, type Input } from '#data/sources/lines.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { readReports } from '#data/sources/procurement/reports.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { dayNumber, dayText } from '#domain/procurement/day-number.ts';
import type { Day } from '#lib/values/date.ts';
import type { Published, ReportBatch } from './gather.ts';
import { type Increment, type PublishedIncrement, readIncrement } from './increments.ts';
import { storedContent } from './increments-table.ts';
import { loadProcurement } from './load.ts';
import { byKind } from './publications.ts';
import { assertDaysPresent, type ListDay } from './served-days.ts';

type LocatedIncrement = Omit<PublishedIncrement, 'read' | 'sha256' | 'url'>;

interface ProcurementInput {
  files: readonly PublishedFile[];
  /** They fill in fields that exports lack. */
  increments: readonly LocatedIncrement[];
}

export async function fillProcurement(part: PartBuild, { files, increments }: ProcurementInput, reading: Reading) {
  const { beside, live, workbooks } = reading;
  const { reports, exports } = byKind(files);
  const published: Published[] = [
    ...reports.map((file) => ({ file, book: bookOf(file), read: () => reportBatches(fileInput(file.path)) })),
    ...exports.map((file) => ({ file, book: bookOf(file), read: () => readExport(file.path, workbooks) })),
  ];
  await loadProcurement(part, published, reading, beside, increments.map(readableFrom(live)));
  return coveredUpTo(part, reading.days);
}

interface RecentInput {
  increments: readonly LocatedIncrement[];
  /** Served days that the new part must have. */
  lost: readonly ListDay[];
}

export async function fillRecent(part: PartBuild, { increments, lost }: RecentInput, reading: Reading) {
  const { beside, live } = reading;
  const published = increments.map(readableFrom(live)).map((file): Published => {
    const { kind, name } = file;
    return {
      file,
      book: `sicap-${kind}`,
      read: () => (kind === 'reports' ? reportBatches({ name, bytes: file.read() }) : readIncrement(file, kind)),
    };
  });
  await loadProcurement(part, published, reading, beside);
  await assertDaysPresent(lost, part.db);
}

const readableFrom =
  (live: Database) =>
  (increment: LocatedIncrement): Increment => {
    const { path } = increment;
    return { ...increment, read: () => (path === null ? storedContent(live, increment) : createReadStream(path)) };
  };

/**
 * The last day that its lists cover, without outliers: of lists that end in different quarters the earliest, so that a list without newer
 * exports does not count as current. Without lists, the day of the newest report.
 */
async function coveredUpTo(part: PartBuild, days: Days): Promise<Day | null> {
  const newest = await newestDay(part, 'coverage', 'last_day', days);
  if (newest === null) return newestReport(part, days);
  const oldest = (await oldestDay(part, 'coverage', 'last_day')) ?? newest;
  return quarterOf(oldest) === quarterOf(newest) ? newest : oldest;
}

async function newestReport({ db }: PartBuild, { today }: Days): Promise<Day | null> {
  const row = await db.one<{ day: number | null }>('select max(day) as day from report where day <= $1', [
    dayNumber(today),
  ]);
  return dayText(row?.day ?? 0) || null;
}

const quarterOf = (day: Day): string => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Files of different years have the same names. */
const bookOf = ({ path, name }: PublishedFile): string => `${basename(dirname(path))}/${name}`;

async function* reportBatches(input: Input): AsyncGenerator<ReportBatch> {
  for await (const batch of readReports(input))
    yield { kind: 'reports', ...batch, amounts: batch.records.map(({ damagesAmount }) => damagesAmount) };
}
