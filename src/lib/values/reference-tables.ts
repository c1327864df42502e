import { readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';

/** Rows of a table in `reference/`: tab-separated, header first, no quoting. */
export function readReference<Column extends string>(file: string): Record<Column, string>[] {
  const [header = '', ...lines] = readFileSync(projectFile(`reference/${file}`), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = header.split('\t') as Column[];
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) as Record<Column, string>;
  });
}
