/** Runs the same tests on SQLite and on PostgreSQL: the guarantees of a store must not depend on the engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Database } from '#data/store/database.ts';
import type { Country, Generations } from '#data/store/dataset.ts';
import { openSchema } from '#data/store/postgres/database.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';
import { holdServer, type TestDatabase, testDatabase } from './postgres-server.ts';

/** The location of one installation, empty at first; everything opened from it sees the same data. */
export interface Place {
  folder: string;
  databaseUrl: string | null;
  database(): Promise<Database>;
  generations(country: Country): Promise<Generations>;
}

export interface Engine {
  name: Database['engine'];
  place(): Promise<Place>;
}

/** The runner may name one engine for each file: a tier without PostgreSQL, or the half that another tier leaves out. */
export function onBothEngines(tests: (engine: Engine) => void): void {
  const only = process.env.FIRMOTECA_TEST_ENGINE;
  if (only !== 'postgres') onSqlite(tests);
  if (only !== 'sqlite') onPostgres(tests);
}

function onSqlite(tests: (engine: Engine) => void): void {
  describe('SQLite', () => {
    const folders: string[] = [];
    tests({
      name: 'sqlite',
      async place() {
        const folder = mkdtempSync(join(tmpdir(), 'firmoteca-test-'));
        folders.push(folder);
        return {
          folder,
          databaseUrl: null,
          database: async () => openSqlite(join(folder, 'test.db')),
          generations: (country) => openSqliteGenerations(folder, country),
        };
      },
    });
    // Hooks run in the order of registration: the tests’ own first, which close what they opened here.
    after(() => {
      for (const folder of folders) rmSync(folder, { recursive: true });
    });
  });
}

function onPostgres(tests: (engine: Engine) => void): void {
  describe('PostgreSQL', () => {
    const databases: TestDatabase[] = [];
    const folders: string[] = [];
    let held: Pick<TestDatabase, 'stop'>;
    before(async () => {
      held = await holdServer();
    });
    tests({
      name: 'postgres',
      async place() {
        const database = await testDatabase();
        databases.push(database);
        const folder = mkdtempSync(join(tmpdir(), 'firmoteca-test-'));
        folders.push(folder);
        return {
          folder,
          databaseUrl: database.url,
          database: () => openSchema(database.url, 'test'),
          // No grace period: a test cannot wait five minutes for the removal of old parts.
          generations: (country) => openPostgresGenerations(database.url, country, { graceMs: 0 }),
        };
      },
    });
    after(async () => {
      for (const database of databases) await database.stop();
      await held.stop();
      for (const folder of folders) rmSync(folder, { recursive: true });
    });
  });
}
