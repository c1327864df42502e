/** The documents folder that several hosts share from their first start. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { locationProblem } from '#domain/documents/blobs/location.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

onBothEngines((engine) => {
  test('hosts that start at once over one new folder agree on its marker file', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-place-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { database } = await engine.place();
    const hosts = [await database(), await database(), await database()];
    const [first] = hosts;
    assert.ok(first);
    await migrate(first, migrationsOf('documents', engine.name));
    const location = { kind: 'folder', folder: join(folder, 'documents') } as const;
    const problems = await Promise.all(hosts.map((db) => locationProblem(db, location)));
    assert.deepEqual(problems, [null, null, null]);
    // The same after a restart of each host.
    assert.deepEqual(await Promise.all(hosts.map((db) => locationProblem(db, location))), [null, null, null]);
    assert.deepEqual(readdirSync(location.folder), ['firmoteca-documents.txt']);
    for (const db of hosts) await db.close();
  });
});
