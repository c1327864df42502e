/** The doctor on the trust store for signatures: unreadable files, and hosts with different trust stores. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDocuments } from '#cli/doctor/documents.ts';
import { openStore } from '#data/store/open.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { nameLists, recordList, recordTrouble } from '#domain/documents/trust/trust-table.ts';
import { TRUSTED_LIST_FILE } from '#lib/signatures/trust-store.ts';
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

test('a missing or old trusted list, and missing or old revocation lists are warnings', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-doctor-trust-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = await openStore({ databaseUrl: null, folder, country: 'romania' });
  t.after(() => store.close());
  const config = readConfig({ FIRMOTECA_DATA: folder, FIRMOTECA_COUNTRY: 'romania' });
  const found = async (about: string): Promise<string> => {
    const finding = (await checkDocuments(config)).find(({ check }) => check === about);
    return finding === undefined ? 'none' : `${finding.state} ${finding.found}`;
  };
  assert.match(await found('trusted list'), /^warning missing: no authority is trusted/);

  writeDemoTrust(join(folder, 'trust'), Date.now());
  assert.equal(await found('trusted list'), 'ok authorities: 1');
  assert.match(await found('revocation lists'), /^ok none is named/);
  const address = 'http://lists.example/a.crl';
  await store.documents.write(nameLists([address]));
  assert.equal(await found('revocation lists'), `warning missing: ${address}`);
  await store.documents.write([recordList(address, Date.now(), 'a.crl', new Date(Date.now() + 60_000_000))]);
  assert.equal(await found('revocation lists'), 'ok 1 current');
  await store.documents.write([recordList(address, Date.now(), 'a.crl', new Date(Date.now() - 60_000))]);
  await store.documents.write([recordTrouble(address, Date.now(), 'HTTP 500')]);
  assert.equal(await found('revocation lists'), `warning old: ${address} (HTTP 500)`);

  const facts = { territory: 'RO', sequence: 1, nextUpdate: '2020-01-02T00:00:00.000Z', address: null };
  writeFileSync(join(folder, 'trust', TRUSTED_LIST_FILE), JSON.stringify(facts));
  assert.equal(await found('trusted list'), 'warning old: the next one of RO was due on 2020-01-02');
});
