/** The ingest compared with its lower bound: inserting the lines of the same files into a plain table. */
import { execFileSync } from 'node:child_process';
import { findPublications, type Publications } from '#data/ingest/publications.ts';
import type { PartReport } from '#data/ingest/report.ts';
import { publicationsOf } from './demo-installation.ts';
import { type Findings, median } from './table.ts';

/** Rounds of both measurements in turn, each in a new process. */
const ROUNDS = 3;

const OURS = new URL('./ingest-run.ts', import.meta.url);
const RAW = new URL('./ingest-baseline.ts', import.meta.url);
const PROCUREMENT = new URL('./ingest-procurement.ts', import.meta.url);

/** Half a year of direct purchases in Romania. */
const PURCHASES = 1_000_000;

interface Ours {
  seconds: number;
  parts: PartReport[];
  maxRssKb: number;
}

interface Raw {
  rows: number;
  seconds: number;
}

export async function ingestBench(sizes: readonly number[]): Promise<Findings[]> {
  const found: Findings[] = [];
  for (const companies of sizes) {
    const folder = await publicationsOf(companies);
    const files = filesOf(await findPublications(folder));
    const rounds = Array.from({ length: ROUNDS }, () => ({
      ours: run<Ours>(OURS, [folder]),
      registry: run<Raw>(RAW, files.registry),
      finances: run<Raw>(RAW, files.finances),
    }));
    found.push(table(companies, rounds));
  }
  found.push(purchasesTable(Math.min(PURCHASES, Math.max(...sizes) * 10)));
  return found;
}

/** Ingest of text exports, with the indexes and sums of their part. */
function purchasesTable(count: number): Findings {
  const rounds = Array.from({ length: ROUNDS }, () => run<Purchases>(PROCUREMENT, [String(count)]));
  const over = (value: (round: Purchases) => number): number => median(rounds.map(value));
  const seconds = over((round) => round.seconds);
  return {
    name: 'ingest-procurement',
    title: `Direct purchases into SQLite, ${count.toLocaleString('en-GB')} rows of a text export`,
    columns: ['rows', 'seconds', 'rows/s', 'CPU seconds', 'MB resident'],
    rows: [
      [count, seconds, count / seconds, over((round) => round.cpuSeconds), over((round) => round.maxRssKb / 1024)],
    ],
    remarks: ['Aim: 50,000 rows/s with indexes, at most 1 GB. Sums are included.'],
  };
}

interface Purchases {
  seconds: number;
  cpuSeconds: number;
  maxRssKb: number;
}

/** The files of a first ingest: all snapshots of the registry, and the balance sheets of all years. */
const filesOf = ({ registry, finances }: Publications) => ({
  registry: registry.flatMap(({ firms, statuses, representatives, activities }) =>
    [firms, statuses, representatives, activities].flatMap((file) => (file ? [file.path] : [])),
  ),
  finances: finances.map(({ data }) => data.path),
});

const run = <Result>(script: URL, args: readonly string[]): Result =>
  JSON.parse(execFileSync(process.execPath, [script.pathname, ...args], { encoding: 'utf8' })) as Result;

type Round = Record<'registry' | 'finances', Raw> & { ours: Ours };

function table(companies: number, rounds: readonly Round[]): Findings {
  const over = (value: (round: Round) => number): number => median(rounds.map(value));
  const [first] = rounds;
  const names = [...new Set(first?.ours.parts.map(({ part }) => part))];
  const limit = (name: string): ((round: Round) => number) | null =>
    name === 'registry' || name === 'finances' ? (round) => round[name].rows / round[name].seconds : null;
  const rows = names.map((name) => {
    const of = ({ ours }: Round) => sum(ours.parts.filter(({ part }) => part === name));
    const raw = limit(name);
    return [
      name,
      over((round) => of(round).rows),
      over((round) => of(round).seconds),
      over((round) => of(round).rows / of(round).seconds),
      raw ? over(raw) : '',
      raw ? over((round) => of(round).rows / of(round).seconds / raw(round)) : '',
    ];
  });
  const all = ({ ours }: Round) => sum(ours.parts).rows / ours.seconds;
  const raw = ({ registry, finances }: Round) =>
    (registry.rows + finances.rows) / (registry.seconds + finances.seconds);
  rows.push([
    'everything',
    over(({ ours }) => sum(ours.parts).rows),
    over(({ ours }) => ours.seconds),
    over(all),
    over(raw),
    over((round) => all(round) / raw(round)),
  ]);
  return {
    name: `ingest-${companies}`,
    title: `Ingest into SQLite, ${companies.toLocaleString('en-GB')} companies, four snapshots of the registry`,
    columns: ['part', 'rows', 'seconds', 'rows/s', 'raw rows/s', 'x raw'],
    rows,
    remarks: [
      `Memory: at most ${over(({ ours }) => ours.maxRssKb / 1024).toFixed(0)} MB resident.`,
      'raw: the same lines split and inserted as they are; without checks, person ids, indexes, changes, rankings or documents.',
    ],
  };
}

const sum = (parts: readonly PartReport[]) => ({
  rows: parts.reduce((total, part) => total + Math.max(part.read, part.loaded), 0),
  seconds: parts.reduce((total, part) => total + part.seconds, 0),
});
