/** The report of an ingest, part by part: lines for people, JSON for scripts. */
import type { Day } from '#lib/values/date.ts';
import { grouped } from './progress.ts';

export interface UnusedFile {
  /** In the folder. */
  file: string;
  reason: string;
}

export interface IngestReport {
  /** The generation served afterwards; null when nothing could be built. */
  generation: string | null;
  /** False when every part was carried over: nothing was published. */
  published: boolean;
  seconds: number;
  parts: PartReport[];
  /** Files of the folder that were not read. */
  unused: readonly UnusedFile[];
  warnings: string[];
}

export interface PartReport {
  part: string;
  /** `unchanged`: same publication as before. `carriedOver`: the new one cannot be used, `problem` says why. `absent`: never loaded. */
  outcome: 'loaded' | 'unchanged' | 'carriedOver' | 'absent';
  asOf: Day | null;
  /** Lines read, rows in the part's tables, and lines without a row. */
  read: number;
  loaded: number;
  skipped: Skipped[];
  /** The accounts of each file; empty for parts without amounts. */
  books: Book[];
  /** What the operator should know about the content. */
  remarks: string[];
  problem: string | null;
  seconds: number;
  /** Processor seconds of the thread that built it: without readers of workbooks and the PostgreSQL server. */
  cpuSeconds: number;
  /** On disk, with indexes; null for a part of an earlier version. */
  bytes: number | null;
  rowsPerSecond: number | null;
}

export interface Skipped {
  file: string;
  reason: string;
  count: number;
  /** The first line numbers. */
  lines: number[];
}

/** The value of the rows of one list in one file: read = stored + aside, to the ban. Lei as decimal text, which is exact. */
export interface Book {
  file: string;
  list: string;
  read: string;
  stored: string;
  /** Excluded rows, by reason. */
  aside: { reason: string; rows: number; lei: string }[];
}

const LINES_MAX = 10; // enough to find an error; `count` is the total

/** Counts of a part while its files are read. Another thread gets its fields. */
export class Tally {
  read = 0;
  /** Lines that gave a row. */
  loadedLines = 0;
  /** Table → the expected number of its rows. */
  readonly stored = new Map<string, number>();
  readonly books: Book[] = [];
  readonly remarks: string[] = [];
  readonly skips = new Map<string, Skipped>();

  skip(file: string, reason: string, line: number): void {
    const entry = this.skips.getOrInsertComputed(`${file}\n${reason}`, () => ({
      file,
      reason,
      count: 0,
      lines: [],
    }));
    entry.count++;
    if (entry.lines.length < LINES_MAX) entry.lines.push(line);
  }

  /** `rows` were added to a table; negative for removed ones. */
  store(table: string, rows: number): void {
    this.stored.set(table, (this.stored.get(table) ?? 0) + rows);
  }
}

export function reportLines(report: IngestReport): string[] {
  const lines = [...report.parts.flatMap(partLines), ...unusedLines(report.unused), ...report.warnings];
  const outcome = report.published ? 'is being served' : 'stays: nothing new was published';
  lines.push(
    report.generation === null
      ? 'No generation was built: no publication could be read.'
      : `Generation ${report.generation} ${outcome} (${report.seconds.toFixed(1)} s).`,
  );
  return lines;
}

const FILES_MAX = 20; // for each reason; the JSON has all

const unusedLines = (unused: readonly UnusedFile[]): string[] =>
  [...Map.groupBy(unused, ({ reason }) => reason)].map(([reason, files]) => {
    const names = files.slice(0, FILES_MAX).map(({ file }) => file);
    const more = files.length > names.length ? ` and ${grouped(files.length - names.length)} more` : '';
    return `not read      ${names.join(', ')}${more}: ${reason}.`;
  });

function partLines(part: PartReport): string[] {
  const asOf = part.asOf === null ? '' : ` of ${part.asOf}`;
  const head = `${part.part.padEnd(14)}`;
  if (part.outcome === 'absent') return [`${head}not loaded${part.problem === null ? '' : `: ${part.problem}`}`];
  if (part.outcome === 'unchanged') return [`${head}unchanged${asOf}`];
  if (part.outcome === 'carriedOver') return [`${head}STALE, kept${asOf}: ${part.problem}`];
  const rate = part.rowsPerSecond === null ? '' : `, ${grouped(part.rowsPerSecond)} rows/s`;
  const size = part.bytes === null ? '' : `, ${grouped(Math.round(part.bytes / 1e6))} MB`;
  const read = part.read === 0 ? '' : `${grouped(part.read)} lines read, `;
  return [
    `${head}${read}${grouped(part.loaded)} rows loaded${asOf} (${part.seconds.toFixed(1)} s, ${part.cpuSeconds.toFixed(1)} s CPU${rate}${size})`,
    ...part.skipped.map(
      ({ file, reason, count, lines }) =>
        `${' '.repeat(16)}${file}: ${grouped(count)} × ${reason} (line ${lines.join(', ')}${count > lines.length ? ' …' : ''})`,
    ),
    ...part.remarks.map((remark) => `${' '.repeat(16)}${remark}`),
    ...part.books.map(
      ({ file, list, read, stored, aside }) =>
        `${' '.repeat(16)}${file}: ${list} of ${lei(read)} = ${lei(stored)} stored${aside.map((entry) => ` + ${lei(entry.lei)} ${entry.reason} (${grouped(entry.rows)})`).join('')}`,
    ),
  ];
}

/** `1234567.05` → `1,234,567.05 lei` */
function lei(text: string): string {
  const [whole = '', bani] = text.replace('-', '').split('.');
  return `${text.startsWith('-') ? '-' : ''}${BigInt(whole).toLocaleString('en-GB')}.${bani} lei`;
}
