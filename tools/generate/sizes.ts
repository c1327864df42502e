/** Figures of `bench/published/` in docs/sizes.md: tables between `<!-- bench NAME -->` and `<!-- /bench -->`, and pictures. */
import { readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';
import { barChart } from './bar-chart.ts';
import { type GeneratedFile, textOf } from './generated-file.ts';

interface Published {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  remarks: string[];
}

const PAGE = 'docs/sizes.md';

/** The smallest country, and larger ones beside it. */
const COUNTRIES = ['20000', '200000', '4200000'];

const published = (name: string): Published =>
  JSON.parse(readFileSync(projectFile(`bench/published/${name}.json`), 'utf8'));

/** The page with its tables, and its pictures. */
export const sizes = (): GeneratedFile[] => [
  {
    path: PAGE,
    text: (textOf(PAGE) ?? '').replace(
      /(<!-- bench ([a-z0-9-]+) -->\n)[\s\S]*?(?=<!-- \/bench -->)/g,
      (_, start: string, name: string) => `${start}${tableOf(published(name))}`,
    ),
  },
  picture('build', 'A first build, part by part', 'seconds of one core', 'CPU s'),
  picture('dataset', 'The dataset, part by part', 'megabytes on disk', 'MB'),
];

function tableOf({ title, columns, rows, remarks }: Published): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `**${title}**`,
    '',
    line(columns),
    line(columns.map((_, i) => (i === 0 ? '---' : '--:'))),
    ...rows.map((row) => line(row.map(shown))),
    '',
    ...remarks.map((remark) => `- ${remark}`),
    '',
  ].join('\n');
}

function shown(cell: string | number): string {
  if (typeof cell === 'string') return cell;
  const digits = Number.isInteger(cell) || cell >= 100 ? 0 : cell >= 10 ? 1 : 2;
  return cell.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A column of the first builds as groups of bars, one group for each part. */
function picture(name: string, title: string, unit: string, column: string): GeneratedFile {
  const builds = COUNTRIES.map((companies) => published(`country-${companies}-sqlite-first-build`));
  const value = ({ columns, rows }: Published, part: string | number | undefined): number =>
    Number(rows.find(([first]) => first === part)?.[columns.indexOf(column)]);
  const parts = builds.at(-1)?.rows.map(([part]) => part) ?? [];
  const chart = barChart({
    title,
    unit: `${unit}, by companies of the registry`,
    series: COUNTRIES.map((companies) => Number(companies).toLocaleString('en-GB')),
    logarithmic: true,
    groups: parts
      .map((part) => ({ name: String(part), values: builds.map((build) => value(build, part) || 0) }))
      .filter(({ values }) => values.some((each) => each >= 1)),
  });
  return { path: `docs/sizes-${name}.svg`, text: chart };
}
