/** Results of a benchmark, as a table for people and as JSON for comparisons. */
import { mkdirSync, writeFileSync } from 'node:fs';

export interface Findings {
  /** Such as `lookup`; also the name of the file. */
  name: string;
  title: string;
  /** Headings of the columns; the first is that of the row names. */
  columns: string[];
  rows: Cell[][];
  /** Aims, and reasons for a missed one. */
  remarks: string[];
}

export type Cell = string | number;

/** Formats with enough digits to compare, without false precision. */
const visible = (cell: Cell): string => {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) || Math.abs(cell) >= 100
    ? Math.round(cell).toLocaleString('en-GB')
    : cell.toFixed(cell >= 10 ? 1 : 2);
};

export function print({ title, columns, rows, remarks }: Findings): void {
  const lines = [columns, ...rows.map((row) => row.map(visible))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const text = (line: string[]): string =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  const [head = [], ...body] = lines;
  console.log(`\n${title}\n${text(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const line of body) console.log(text(line));
  for (const remark of remarks) console.log(`  ${remark}`);
}

/** A measured time. */
export interface Timed {
  ms: number;
  /** The query or company, to investigate slow ones. */
  of: string;
}

/** Count, percentiles and the slowest; printed at once, because the whole table may take minutes more. */
export function timesRow(name: string, times: readonly Timed[]): Cell[] {
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0).toFixed(2);
  const slowest = `${at(1)} ${sorted.at(-1)?.of.slice(0, OF_LETTERS)}`.trim();
  const row = [name, times.length, at(0.5), at(0.9), at(0.99), slowest];
  console.error(`  ${row.join('  ')}`);
  return row;
}

const OF_LETTERS = 24;

const folder = new URL('./results/', import.meta.url);

export function save(findings: Findings): void {
  mkdirSync(folder, { recursive: true });
  const { version, arch } = process;
  const about = { at: new Date().toISOString(), node: version, arch };
  writeFileSync(new URL(`${findings.name}.json`, folder), `${JSON.stringify({ ...about, ...findings }, null, 2)}\n`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? Number(sorted[middle]) : (Number(sorted[middle - 1]) + Number(sorted[middle])) / 2;
}
