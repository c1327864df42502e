/** A whole service with a standby: its state and lag, and the effect on callers when it dies. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { LOGGED, type Standby, startStandby } from '#test/support/postgres-standby.ts';
import { run, serve } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

const headers = { 'x-api-key': DEMO_KEY };
/** A look-up, a search, and sums computed by the analytics worker on its own connections. */
const PATHS = ['/api/company/90000014', '/api/search?q=con', '/api/seap/cpv/45/analysis'];

describe('a service with a standby', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-standby-'));
  let primary: MortalServer;
  let standby: Standby;
  let service: Awaited<ReturnType<typeof serve>>;
  let environment: Record<string, string>;
  before(async () => {
    primary = await startPostgres(LOGGED);
    standby = await startStandby(primary);
    environment = {
      FIRMOTECA_DATA: folder,
      FIRMOTECA_COMPANIES: '300',
      FIRMOTECA_WORKERS: '2',
      FIRMOTECA_LIMITS: 'off',
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
    };
    service = await serve(environment);
  });
  after(async () => {
    await service.stop();
    await standby.stop();
    await primary.stop();
    rmSync(folder, { recursive: true });
  });

  const health = async () => {
    const { data } = (await (await fetch(`${service.origin}/api/health`, { headers })).json()) as {
      data: { status: string; standby: { state: string; lagSeconds: number | null; lagBytes: number | null } };
    };
    return data.standby;
  };
  const reads = async (): Promise<{ standby: number; primary: number }> => {
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    const of = (server: string): number =>
      Number(new RegExp(`^firmoteca_dataset_reads_total{server="${server}"} ([0-9]+)$`, 'm').exec(text)?.[1]);
    return { standby: of('standby'), primary: of('primary') };
  };
  const ask = async (path: string): Promise<number> => {
    const response = await fetch(service.origin + path, { headers: { ...headers, 'cache-control': 'no-cache' } });
    await response.arrayBuffer();
    return response.status;
  };
  /** The number of log messages about leaving the standby. */
  const leavings = (): number => service.output().split('The dataset is read on the primary').length - 1;
  const isRead = (state: string): Promise<void> =>
    until(`the standby is ${state}`, async () => (await health()).state === state);

  test('/api/health and /metrics report its state and lag', async () => {
    await standby.caughtUp();
    await isRead('reading');
    await until('the standby has caught up', async () => (await health()).lagBytes === 0);
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    assert.match(text, /^firmoteca_standby_state\{state="reading"\} 1$/m);
    assert.match(text, /^firmoteca_standby_lag_seconds [0-9.]+$/m);
    assert.match(text, /^firmoteca_standby_lag_bytes [0-9]+$/m);
  });

  test('searches and analytics run on the standby', async () => {
    let ran = { standby: 0, primary: 0 };
    // On a busy machine the standby may be left in between, which the service logs.
    await until('the standby was in use throughout', async () => {
      await isRead('reading');
      const [output, before] = [leavings(), await reads()];
      for (const path of PATHS) assert.equal(await ask(path), 200);
      const after = await reads();
      ran = { standby: after.standby - before.standby, primary: after.primary - before.primary };
      return leavings() === output;
    });
    assert.ok(ran.standby >= PATHS.length, `${ran.standby} reads`);
    assert.equal(ran.primary, 0);
    assert.doesNotMatch(standby.output(), /read-only transaction/);
  });

  test('a standby killed under load costs no caller an answer, and is used again afterwards', async () => {
    const answers = new Map<number, number>();
    let isOver = false;
    const callers = Array.from({ length: 6 }, async (_, number) => {
      for (let i = number; !isOver; i++) {
        const status = await ask(PATHS[i % PATHS.length] as string);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    });
    await standby.kill();
    await isRead('away');
    await standby.start();
    await isRead('reading');
    const before = await reads();
    await until('reads run on the standby again', async () => (await reads()).standby > before.standby);
    isOver = true;
    await Promise.all(callers);
    assert.deepEqual([...answers.keys()], [200]);
  });

  test('doctor reports the standby', async () => {
    await standby.caughtUp();
    let output = '';
    await until('the standby answers doctor in time', async () => {
      ({ output } = await run(['doctor'], environment));
      return !/standby +it does not answer/.test(output);
    });
    assert.match(output, /ok +standby +the dataset is read there; [0-9]+ bytes and [0-9]+ s behind/);
    assert.match(output, /ok +standby connections +up to 18 of 97, of which [0-9]+ are in use/);
    const nobody = { ...environment, DATABASE_READ_URL: 'postgres://someone:passage@127.0.0.1:1/postgres' };
    const lost = await run(['doctor'], nobody);
    assert.match(lost.output, /WRONG +standby +it does not answer \(.+\): the primary is read\n +→ Start it/);
    assert.doesNotMatch(lost.output, /passage/);
  });

  test('the address of another database is refused at the start, in one sentence', async () => {
    const other = await startPostgres();
    const elsewhere = { ...environment, DATABASE_READ_URL: other.url };
    const { code, output } = await run(['serve'], elsewhere);
    assert.equal(code, 1);
    assert.match(output, /^DATABASE_READ_URL leads to another database [^\n]+, or leave it out\.$/m);
    assert.match(
      (await run(['doctor'], elsewhere)).output,
      /WRONG +standby +DATABASE_READ_URL leads to another database/,
    );
    await other.stop();
  });

  test('without DATABASE_URL the setting is refused', async () => {
    const { code, output } = await run(['serve'], { FIRMOTECA_DATA: folder, DATABASE_READ_URL: standby.url });
    assert.equal(code, 2);
    assert.match(output, /^The setting DATABASE_READ_URL must be left out where DATABASE_URL is/);
  });
});
