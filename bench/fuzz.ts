/**
 * `npm run fuzz [-- --requests N] [-- --files N] [-- --seed TEXT] [-- --first NUMBER] [-- --engine postgres]`: generated requests over all operations, pages, tools and
 * the wire, and mutated files through every reader. Every finding is printed with what repeats it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keptPublications } from '#test/support/faults/kept-publications.ts';
import { runFiles } from '#test/support/fuzz/run-files.ts';
import { type FuzzResult, runRequests } from '#test/support/fuzz/run-requests.ts';
import { openTarget } from '#test/support/fuzz/target.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { type Findings, print, save } from './table.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    files: { type: 'string', default: '20000' },
    seed: { type: 'string', default: 'fuzz' },
    first: { type: 'string', default: '0' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const { seed } = values;
const [requests, files, first] = [Number(values.requests), Number(values.files), Number(values.first)];
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-fuzz-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const own = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};
/** Publications with workbooks of every format. */
const PUBLISHED_COMPANIES = 300;
const FINDINGS = new URL('./results/fuzz/', import.meta.url).pathname;
const say = (line: string): void => console.error(`  ${line}`);

const newDatabase = async () => (values.engine === 'postgres' ? testDatabase() : null);

const runs: Record<string, (count: number) => Promise<FuzzResult>> = {
  async requests(count) {
    const database = await newDatabase();
    const target = await openTarget(own('data'), database?.url ?? null);
    try {
      return await runRequests(target, { seed, first, count, say });
    } finally {
      await target.stop();
      await database?.stop();
    }
  },
  async files(count) {
    const publications = await keptPublications(PUBLISHED_COMPANIES);
    const database = await newDatabase();
    const where = { publications, databaseUrl: database?.url ?? null, folder: own('files'), keptIn: FINDINGS };
    return runFiles({ ...where, seed, first, count, say }).finally(() => database?.stop());
  },
};
let findings = 0;
for (const [name, count] of [
  ['requests', requests],
  ['files', files],
] as const) {
  const run = runs[name];
  if (count === 0 || !run) continue;
  const result = await run(count);
  findings += result.findings.length;
  const table: Findings = {
    name: `fuzz-${name}`,
    title: `Fuzz: ${name}, seed ${seed}`,
    columns: ['', 'done', 'findings'],
    rows: [[name, result.done, result.findings.length]],
    remarks: [result.figures, ...result.findings.map(({ repeat, what }) => `${what}\n    ${repeat}`)],
  };
  print(table);
  save(table);
}
process.exitCode = findings === 0 ? 0 : 1;
