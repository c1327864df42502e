/**
 * A process that ingests a folder of publications, with parts in so many threads, and kills itself before a given step of the build (0:
 * never). It prints `begins` when the store is open and, at the end, the generation and the kinds of its steps.
 */
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Build, Generations, PartBuild } from '#data/store/dataset.ts';
import { openStore } from '#data/store/open.ts';

/** Kinds of the steps so far. */
const steps: string[] = [];

/** Generations whose write calls count as steps. */
function stepping(generations: Generations, killAt: number): Generations {
  const step = (kind: string): void => {
    if (steps.push(kind) === killAt) process.kill(process.pid, 'SIGKILL');
  };
  const ofPart = (part: PartBuild): PartBuild => ({
    id: part.id,
    db: part.db,
    pages: part.pages,
    execute(sql) {
      step('execute');
      return part.execute(sql);
    },
    stage(table) {
      step('stage');
      return part.stage(table);
    },
    unstage(table) {
      step('unstage');
      return part.unstage(table);
    },
    load(table, rows) {
      step('load');
      return part.load(table, rows);
    },
    finish() {
      step('finish');
      return part.finish();
    },
  });
  const ofBuild = (build: Build): Build => ({
    previous: build.previous,
    unreadable: build.unreadable,
    reserve(...args) {
      step('reserve');
      return build.reserve(...args);
    },
    async part(...args) {
      step('part');
      return ofPart(await build.part(...args));
    },
    async publish(...args) {
      step('publish');
      const manifest = await build.publish(...args);
      step('published');
      return manifest;
    },
    close: () => build.close(),
  });
  return {
    current: generations.current,
    openById: generations.openById,
    list: generations.list,
    refresh: generations.refresh,
    rollback: generations.rollback,
    use: generations.use,
    check: generations.check,
    close: generations.close,
    build: async (lead) => ofBuild(await generations.build(lead)),
  };
}

const [folder = '', published = '', killAt = '0', threads = '1', databaseUrl] = process.argv.slice(2);
const store = await openStore({ databaseUrl: databaseUrl ?? null, folder, country: 'demo' });
process.stdout.write('begins\n');
const { generation } = await ingest({
  ...store,
  generations: stepping(store.generations, Number(killAt)),
  ...(threads === '1' ? { settings: undefined } : { threads: { count: Number(threads), bytesMin: 0 } }),
  publications: await findPublications(published),
  personKey: 'the key of this test',
  strict: true,
  progress: silent,
});
await store.close();
process.stdout.write(`${generation}\n${steps.join(' ')}\n`);
