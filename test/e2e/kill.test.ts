/** An ingest is killed before its steps: the served generation is always complete, and the next ingest needs no manual cleanup. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generations } from '#data/store/dataset.ts';
import { country } from '#demo-country/country.ts';
import { ALL_PUBLISHERS, publish } from '#demo-country/publish.ts';
import { random } from '#demo-country/random.ts';
import { registrationCheckDigit } from '#lib/values/registration-number.ts';
import { onBothEngines, type Place } from '#test/support/both-engines.ts';
import { sql } from '#test/support/small-generations.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const COMPANIES = isLongTier ? 500 : 100;
/** These cover every kind of step but `unstage`; the gazette has a staged table. */
const PUBLISHERS = isLongTier ? ALL_PUBLISHERS : (['onrc', 'anaf', 'gazette'] as const);
/** The approximate duration of an ingest of this size. */
const MOMENT_MS_MAX = 4_000;
/** In the long tier: the number of build steps with a kill, spread evenly, and of kills at seeded moments within steps. */
const STEPS = { sqlite: 50, postgres: 20 };
const MOMENTS = { sqlite: 25, postgres: 5 };

describe('a killed ingest', () => {
  const published = mkdtempSync(join(tmpdir(), 'firmoteca-published-'));
  before(async () => {
    const settings = { seed: 'kill', companies: COMPANIES, founded: '2026-11-15' };
    await publish(country(settings), published, '2026-08-15', { only: ['onrc'] });
    await publish(country(settings), published, '2026-11-15', { only: PUBLISHERS });
  });
  after(() => rmSync(published, { recursive: true }));

  let firms = 0;
  /** Adds a firm to the newest snapshot, so that every ingest has to rebuild everything. */
  function publishOneMore(): void {
    const twelve = `2026${String(++firms).padStart(6, '0')}99`;
    const number = `J${twelve}${registrationCheckDigit('J', twelve)}`;
    const cells = [`NOUA ${firms} SRL`, '0', number, '01/11/2026', '', 'SRL', 'România', 'Cluj', 'Dej'];
    appendFileSync(
      join(published, 'onrc/firme-15-11-2026/OD_FIRME.CSV'),
      `${[...cells, ...Array<string>(11).fill('')].join('^')}\n`,
    );
  }

  onBothEngines((engine) => {
    let location: Place;
    let last: Served;
    const start = (killAt: number, threads = 1) => {
      const script = join(import.meta.dirname, '../support/killed-ingest.ts');
      const args = [
        script,
        location.folder,
        published,
        String(killAt),
        String(threads),
        ...(location.databaseUrl ? [location.databaseUrl] : []),
      ];
      const env = { NODE_COMPILE_CACHE: join(published, 'compiled'), ...process.env };
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
      return { child, ended: once(child, 'close'), output: () => output };
    };
    /** Ingests to the end and returns the kinds of its steps. */
    const complete = async (threads = 1): Promise<string[]> => {
      publishOneMore();
      const { ended, output } = start(0, threads);
      assert.deepEqual(await ended, [0, null]);
      return output().split('\n')[2]?.split(' ') ?? [];
    };
    /** After a kill, the served generation is complete and not older than before. */
    const assertWhole = async (): Promise<void> => {
      if (location.databaseUrl)
        await until('the database has released the lock', () => isUnlocked(location.databaseUrl ?? ''));
      const now = await served(location.generations);
      assert.ok(now.id >= last.id, 'never an older generation');
      assert.ok(now.firms >= last.firms);
      assert.deepEqual(now.parts, last.parts);
      last = now;
    };
    const assertNextSucceeds = async (): Promise<void> => {
      await complete();
      const now = await served(location.generations);
      assert.ok(now.id > last.id);
      assert.ok(now.firms > last.firms);
      last = now;
    };
    let steps: string[] = [];
    before(async () => {
      location = await engine.place();
      await complete();
      steps = await complete();
      last = await served(location.generations);
    });

    const killedBefore = async (step: number, threads = 1): Promise<void> => {
      publishOneMore();
      const { ended } = start(step, threads);
      assert.deepEqual(await ended, [null, 'SIGKILL'], `the ingest was not killed before step ${step}`);
      await assertWhole();
    };

    test('leaves a complete generation before a step of each kind, and the next ingest succeeds', async () => {
      const kinds = [...new Set(steps)];
      assert.deepEqual(kinds.filter((kind) => kind !== 'unstage').toSorted(), [
        'execute',
        'finish',
        'load',
        'part',
        'publish',
        'published',
        'stage',
      ]);
      for (const kind of kinds) {
        const those = steps.flatMap((each, i) => (each === kind ? [i + 1] : []));
        await killedBefore(those[Math.floor(those.length / 2)] ?? 0);
      }
      await assertNextSucceeds();
    });

    test('leaves a complete generation while threads fill its parts, and the next ingest succeeds', async () => {
      const inThreads = await complete(2);
      last = await served(location.generations);
      const reserved = inThreads.flatMap((step, i) => (step === 'reserve' ? [i + 1] : []));
      assert.ok(reserved.length > 2);
      for (const step of [reserved.at(1), reserved.at(-1), inThreads.indexOf('publish') + 1])
        await killedBefore(step ?? 0, 2);
      await assertNextSucceeds();
    });

    longTest(
      `leaves a complete generation before ${STEPS[engine.name]} of its steps, and the next ingest succeeds`,
      async () => {
        const kills = STEPS[engine.name];
        assert.ok(steps.length > kills, `${steps.length} steps`);
        for (let i = 1; i <= kills; i++) await killedBefore(Math.ceil((steps.length * i) / kills));
        await assertNextSucceeds();
      },
    );

    longTest(
      `leaves a complete generation after ${MOMENTS[engine.name]} kills at seeded moments, and the next ingest succeeds`,
      async () => {
        const roll = random(1, 0, `kill ${engine.name}`);
        for (let i = 0; i < MOMENTS[engine.name]; i++) {
          publishOneMore();
          const { child, ended } = start(0, 1 + (i % 2));
          await once(child.stdout, 'data');
          await sleep(roll() * MOMENT_MS_MAX);
          child.kill('SIGKILL');
          const [code, signal] = await ended;
          assert.ok(signal === 'SIGKILL' || code === 0, `the ingest after ${i} kills failed`);
          await assertWhole();
        }
        await assertNextSucceeds();
      },
    );
  });
});

/** PostgreSQL notices only after the running statement that its client is gone, and holds the lock until then. */
const isUnlocked = async (url: string): Promise<boolean> => {
  const held = `select 1 from pg_locks where locktype = 'advisory' and objid = 7266002
    and database = (select oid from pg_database where datname = current_database())`;
  return (await sql(url, held)).length === 0;
};

interface Served {
  id: string;
  firms: number;
  parts: string[];
}

/** The generation that a reader opens: every table has the number of rows in the manifest. */
async function served(open: (country: 'demo') => Promise<Generations>): Promise<Served> {
  const generations = await open('demo');
  try {
    const dataset = generations.current();
    assert.ok(dataset, 'a generation is served');
    assert.deepEqual(await generations.check(dataset.manifest.id), []);
    const row = await dataset.db.one<{ firms: number }>('select count(*) as firms from firm');
    return { id: dataset.manifest.id, firms: row?.firms ?? 0, parts: dataset.manifest.parts.map((part) => part.name) };
  } finally {
    await generations.close();
  }
}
