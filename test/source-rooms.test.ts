/** A newcomer finds everything about a source from its room: nothing that fetches, reads, ingests or refreshes stands beside it. */
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { listings } from '#ingest/publication-listings.ts';
import { sourceRooms } from '#source-rooms';

const rooms = Object.values(sourceRooms);

const exportsOf = async (pattern: string): Promise<[name: string, value: unknown][]> => {
  const found: [string, unknown][] = [];
  for await (const path of glob(pattern)) found.push(...Object.entries(await import(resolve(path))));
  assert.ok(found.length > 0, pattern);
  return found;
};

test('every source that declares itself has a room', async () => {
  const declared = await exportsOf('src/sources/*/source.ts');
  const roomless = declared.filter(([, source]) => !rooms.some((room) => room.source === source));
  assert.deepEqual(roomless, []);
});

test('everything that keeps a source fresh stands in its room', async () => {
  const starters = (await exportsOf('src/live/*refresher.ts')).filter(([name]) => /^(?:start|create)/.test(name));
  const named = new Set(rooms.flatMap(({ refresh }) => Object.values(refresh ?? {})));
  assert.deepEqual(
    starters.filter(([, start]) => !named.has(start as object)).map(([name]) => name),
    [],
  );
});

test('every publication that is downloaded stands in its room', () => {
  const named = new Set(rooms.flatMap(({ fetch }) => Object.values(fetch ?? {})));
  assert.deepEqual(
    Object.entries(listings).filter(([, listed]) => !named.has(listed)),
    [],
  );
});

test('a source that is asked is brought into the dataset or kept fresh', () => {
  const idle = rooms.filter((room) => room.ingest === null && room.refresh === null);
  // The catalogue only says where the files of others are.
  assert.deepEqual(idle, [sourceRooms.catalogue]);
});
