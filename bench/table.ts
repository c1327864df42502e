/** What a bench found, as a table for people and as JSON for comparisons. */
import { mkdirSync, writeFileSync } from 'node:fs';

export interface Findings {
  /** `lookup`: also the name of the file. */
  name: string;
  title: string;
  /** Names of the columns, the first for the row's name. */
  columns: string[];
  rows: Cell[][];
  /** Aims, and why one was missed. */
  remarks: string[];
}

type Cell = string | number;

/** Enough digits to compare, not so many that they look exact. */
const shown = (cell: Cell): string => {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) || Math.abs(cell) >= 100
    ? Math.round(cell).toLocaleString('en-GB')
    : cell.toFixed(cell >= 10 ? 1 : 2);
};

export function print({ title, columns, rows, remarks }: Findings): void {
  const lines = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const text = (line: string[]): string =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  const [head = [], ...body] = lines;
  console.log(`\n${title}\n${text(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const line of body) console.log(text(line));
  for (const remark of remarks) console.log(`  ${remark}`);
}

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
