/** A collecting process that is killed repeatedly: in the end every file is stored once, and no row is duplicated. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { clearStaging, openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { documentationOf, documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DocumentedCountry, documentedCountry } from '#test/support/collected-documents.ts';

let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

onBothEngines((engine) => {
  test('a collector that is killed four times resumes its work each time', async () => {
    const { databaseUrl } = await engine.place();
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-killed-'));
    const documentation = sicap.documentation('ordinary', true);
    const { notice, systemId, typeId } = sicap.asked(documentation);
    const { length } = documentation.files;
    const args = [
      folder,
      sicap.address,
      notice,
      String(systemId),
      String(typeId),
      ...(databaseUrl ? [databaseUrl] : []),
    ];
    const before = sicap.requests.sicap;

    /** Killed that many milliseconds after storing its first file: before its row is written, or later. */
    async function run(number: number, killedAfterMs: number | null): Promise<void> {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../support/killed-collecting.ts'), String(number), ...args],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      if (killedAfterMs !== null)
        child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killedAfterMs));
      await once(child, 'exit');
    }

    const store = await openStore({ databaseUrl, folder, country: 'demo' });
    try {
      const kills = [0, 5, 10, 20, null];
      for (const [i, killedAfterMs] of kills.entries()) await run(i + 1, killedAfterMs);
      assert.equal((await documentationOf(store.documents, notice))?.state, 'available');
      const rows = await documentsOf(store.documents, notice, 1);
      assert.deepEqual(
        rows.map(({ code }) => code),
        documentation.files.map(({ code }) => code).toSorted(),
      );
      assert.ok(rows.every(({ state, attempts }) => state === 'stored' && attempts === 0));
      const blobs = await Array.fromAsync((await openFolderBlobs(join(folder, 'documents'))).list());
      assert.deepEqual(
        blobs.map(({ sha256 }) => sha256).toSorted(),
        [...new Set(rows.map(({ file_sha256 }) => file_sha256))].toSorted(),
      );
      // Files in transit at a kill stay in the staging folder, and are cleared once they are old.
      const aside = join(folder, 'documents', 'aside');
      assert.ok(readdirSync(aside).length < kills.length);
      await clearStaging(join(folder, 'documents'), -1);
      assert.deepEqual(readdirSync(aside), []);
      // Each run reads two lists. A file whose row was not written in time is fetched a second time, at most one a run.
      const files = sicap.requests.sicap - before - 2 * kills.length;
      assert.ok(files >= length && files <= length + kills.length, `${files} requests for ${length} files`);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  });
});
