/** The ingest is killed at random moments: what is served is always complete, and the next ingest needs no cleaning by hand. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { registrationCheckDigit } from '#base/registration-number.ts';
import { country } from '#simulate/country.ts';
import { publish } from '#simulate/publish.ts';
import type { Generations } from '#store/dataset.ts';
import { onBothEngines } from './both-engines.ts';
import { sql } from './small-generations.ts';
import { until } from './until.ts';

const COMPANIES = 500;
const KILLS = { sqlite: 50, postgres: 5 };

describe('an ingest that is killed', () => {
  const published = mkdtempSync(join(tmpdir(), 'firmoteca-published-'));
  before(async () => {
    const settings = { seed: 'kill', companies: COMPANIES, founded: '2026-11-15' };
    await publish(country(settings), published, '2026-08-15', { only: ['onrc'] });
    await publish(country(settings), published, '2026-11-15');
  });
  after(() => rmSync(published, { recursive: true }));

  let firms = 0;
  /** One more firm in the newest snapshot: every ingest has everything to do again. */
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
    test(`${KILLS[engine.name]} times leaves a complete generation each time, and the next ingest succeeds`, async () => {
      const place = await engine.place();
      const start = () =>
        spawn(
          process.execPath,
          [
            join(import.meta.dirname, 'killed-ingest.ts'),
            place.folder,
            published,
            ...(place.databaseUrl ? [place.databaseUrl] : []),
          ],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
            env: { ...process.env, NODE_COMPILE_CACHE: join(published, 'compiled') },
          },
        );
      /** Ingests to the end; how long it took from its beginning. */
      const complete = async (): Promise<number> => {
        publishOneMore();
        const child = start();
        const ended = once(child, 'exit');
        await once(child.stdout, 'data');
        const begun = performance.now();
        assert.deepEqual(await ended, [0, null]);
        return performance.now() - begun;
      };

      await complete();
      let wholeMs = await complete();
      let before = await served(place.generations);
      let killed = 0;
      for (let i = 0; killed < KILLS[engine.name]; i++) {
        assert.ok(i < 10 * KILLS[engine.name], `only ${killed} of ${i} ingests were killed in their work`);
        publishOneMore();
        const child = start();
        const ended = once(child, 'exit');
        await once(child.stdout, 'data');
        const begun = performance.now();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * wholeMs));
        child.kill('SIGKILL');
        const [code, signal] = await ended;
        assert.ok(signal === 'SIGKILL' || code === 0, `the ingest after ${i} kills failed by itself`);
        if (place.databaseUrl) await until('the server has noticed its end', () => isUnlocked(place.databaseUrl ?? ''));
        if (signal === 'SIGKILL') killed++;
        // The machine has less to do than when it was measured.
        else wholeMs = Math.min(wholeMs, performance.now() - begun);

        const now = await served(place.generations);
        assert.ok(now.id >= before.id, 'never an older generation');
        assert.ok(now.firms >= before.firms);
        assert.deepEqual(now.parts, before.parts);
        before = now;
      }
      await complete();
      const last = await served(place.generations);
      assert.ok(last.id > before.id);
      assert.equal(last.firms > before.firms, true);
    });
  });
});

/** A process of the server that is in the middle of a statement notices at its end that nobody waits for it. */
const isUnlocked = async (url: string): Promise<boolean> => {
  const held = `select 1 from pg_locks where locktype = 'advisory' and objid = 7266002
    and database = (select oid from pg_database where datname = current_database())`;
  return (await sql(url, held)).length === 0;
};

/** What a reader finds: a generation whose every table has the rows its manifest promises. */
async function served(
  open: (country: 'demo') => Promise<Generations>,
): Promise<{ id: string; firms: number; parts: string[] }> {
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
