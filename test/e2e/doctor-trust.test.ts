/** The doctor on the trust store for signatures: unreadable files, and hosts with different trust stores. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDocuments } from '#cli/doctor/documents.ts';
import { openStore } from '#data/store/open.ts';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#test/support/postgres-server.ts';

const skip = process.env.FIRMOTECA_TEST_ENGINE === 'sqlite';

test('a different trust store is a warning for hosts that can become leader, not for hosts that only serve', {
  skip,
}, async (t) => {
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-doctor-trust-'));
  t.after(async () => {
    await database.stop();
    rmSync(folder, { recursive: true });
  });
  const store = await openStore({ databaseUrl: database.url, folder, country: 'romania' });
  await store.documents.write([
    {
      sql: `insert into document (id, notice, code, name, section, state, attempts, file_sha256, verdict, judged_by)
            values ('CN1-1', 'CN1', '1', 'a.pdf', 'x', 'opened', 1, 'f', 'valid', 'of another host.lists')`,
    },
  ]);
  await store.close();
  const warned = async (role: string): Promise<string[]> => {
    const environment = { DATABASE_URL: database.url, FIRMOTECA_DATA: folder, FIRMOTECA_COUNTRY: 'romania' };
    const findings = await checkDocuments(readConfig({ ...environment, FIRMOTECA_ROLE: role }));
    assert.equal(findings[0]?.check, 'documents');
    return findings.map(({ check }) => check).filter((check) => check === 'trust store');
  };
  assert.deepEqual(
    [await warned('all'), await warned('work'), await warned('serve')],
    [['trust store'], ['trust store'], []],
  );
});

test('an unreadable file of the trust store is a warning', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-doctor-trust-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await (await openStore({ databaseUrl: null, folder, country: 'romania' })).close();
  mkdirSync(join(folder, 'trust', 'lists'), { recursive: true });
  writeFileSync(join(folder, 'trust', 'lists', 'broken.crl'), 'no list');
  const findings = await checkDocuments(readConfig({ FIRMOTECA_DATA: folder, FIRMOTECA_COUNTRY: 'romania' }));
  const warned = findings.filter(({ check }) => check === 'trust store');
  assert.match(warned.map(({ found }) => found).join(), /^\/.*\/lists\/broken\.crl cannot be read/);
});
