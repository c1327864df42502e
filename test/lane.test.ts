/** The lane of heavy questions: the thread that asks goes on meanwhile, the line has an end, and threads and generations may go. */
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Problem } from '#operations/problem.ts';
import { type Lane, openLane } from '#serve/lane.ts';
import type { Row } from '#store/database.ts';
import type { Dataset, Generations } from '#store/dataset.ts';
import { openSqliteGenerations } from '#store/sqlite-generations.ts';
import { onBothEngines } from './both-engines.ts';
import { publish } from './small-generations.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-lane-'));
const questions = new URL('./lane-questions.ts', import.meta.url).href;
const settings = { databaseUrl: null, folder, country: 'demo' } as const;

let generations: Generations;
let lane: Lane;
before(async () => {
  generations = await openSqliteGenerations(folder, 'demo');
  await publish(generations, ['Alfa', 'Beta']);
  lane = openLane(settings, { questions });
});
after(async () => {
  await lane.close();
  await generations.close();
  rmSync(folder, { recursive: true });
});

const served = (): Dataset => {
  const dataset = generations.current();
  assert.ok(dataset);
  return dataset;
};
const inLane = (dataset = served(), through = lane) => ({
  all: (sql: string) => through.ask<Row[]>(dataset, 'all', sql),
  one: (sql: string) => through.ask<Row | null>(dataset, 'one', sql),
});

const NAMES = 'select name from firm order by cui';
/** Counts for a while. */
const HEAVY =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select count(*) as n from n';
const isComeBack = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'OVERLOADED' &&
  error.status === 503 &&
  error.headers['retry-after'] === '5';

test('a heavy question does not hold up one that is asked later on the same thread', async () => {
  const answered: string[] = [];
  const heavy = inLane()
    .all(HEAVY)
    .then((rows) => {
      assert.deepEqual(rows, [{ n: 200_000 }]);
      answered.push('heavy');
    });
  assert.deepEqual(await served().db.one('select name from firm where cui = $1', [2]), { name: 'Beta' });
  answered.push('look-up');
  await heavy;
  assert.deepEqual(answered, ['look-up', 'heavy']);
});

test('questions are answered in turn, and who comes when the line is long is told when to come back', async () => {
  const answered: number[] = [];
  const line = Array.from({ length: 20 }, async (_, i) => {
    await inLane().all(NAMES);
    answered.push(i);
  });
  await assert.rejects(inLane().all(NAMES), isComeBack);
  await assert.rejects(inLane().one(NAMES), isComeBack);
  await Promise.all(line);
  assert.deepEqual(answered, [...line.keys()]);
  assert.deepEqual(await inLane().one(NAMES), { name: 'Alfa' }, 'the line is free again');
});

test('a question that fails fails alone', async () => {
  await assert.rejects(inLane().all('select 1 from nowhere'), /nowhere/);
  assert.equal((await inLane().all(NAMES)).length, 2);
});

test('a question that takes too long is given up', async () => {
  const impatient = openLane(settings, { questions, questionMs: 1 });
  await assert.rejects(inLane(served(), impatient).all(HEAVY), isComeBack);
  await impatient.close();
});

test('a thread that died comes back with the next question', async () => {
  const other = openLane(settings, { questions });
  const away = `${folder}-away`;
  renameSync(folder, away);
  writeFileSync(folder, 'no folder');
  await assert.rejects(inLane(served(), other).all(NAMES), /thread is gone/);
  rmSync(folder);
  renameSync(away, folder);
  assert.deepEqual(await inLane(served(), other).all(NAMES), [{ name: 'Alfa' }, { name: 'Beta' }]);
  await other.close();
});

test('who began with a generation is answered from it, also when the lane has moved on to a newer one', async () => {
  const before = served();
  assert.equal((await inLane(before).all(NAMES)).length, 2);
  await publish(generations, ['Gama']);
  assert.deepEqual(await inLane().all(NAMES), [{ name: 'Gama' }]);
  assert.deepEqual(await inLane(before).all(NAMES), [{ name: 'Alfa' }, { name: 'Beta' }]);
  assert.deepEqual(await inLane().all(NAMES), [{ name: 'Gama' }]);
});

onBothEngines((engine) => {
  test('a lane reads what is served, on connections of its own', async () => {
    const place = await engine.place();
    const own = await place.generations('demo');
    await publish(own, ['Delta']);
    const other = openLane({ databaseUrl: place.databaseUrl, folder: place.folder, country: 'demo' }, { questions });
    const dataset = own.current();
    assert.ok(dataset);
    assert.deepEqual(await inLane(dataset, other).all(NAMES), [{ name: 'Delta' }]);
    await other.close();
    await own.close();
  });
});
