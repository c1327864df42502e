import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { loadSecrets } from './secrets.ts';

const run = promisify(execFile);

const location = (t: { after(work: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'secrets.json');
};

test('secrets are created once, readable by their user only, and stay the same', (t) => {
  const file = location(t);
  const created = loadSecrets(file);
  assert.equal(new Set(Object.values(created)).size, 5);
  assert.deepEqual(loadSecrets(file), created);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  assert.deepEqual(loadSecrets(file), created);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('processes that start at the same moment get the same secrets', async (t) => {
  const file = location(t);
  const script = `import { loadSecrets } from ${JSON.stringify(import.meta.resolve('./secrets.ts'))};
    await new Promise((begin) => setTimeout(begin, ${Date.now() + 1_500} - Date.now()));
    console.log(JSON.stringify(loadSecrets(${JSON.stringify(file)})));`;
  const started = Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '--eval', script]));
  const loaded = (await Promise.all(started)).map(({ stdout }) => JSON.parse(stdout));
  for (const one of loaded) assert.deepEqual(one, JSON.parse(readFileSync(file, 'utf8')));
  assert.deepEqual(readdirSync(join(file, '..')), ['secrets.json'], 'no temporary file is left');
});

test('a secret that an older file lacks is added, and the others stay', (t) => {
  const file = location(t);
  const { sessionKey, ...older } = loadSecrets(file);
  for (const stored of [older, {}]) {
    writeFileSync(file, JSON.stringify(stored));
    const added = loadSecrets(file);
    assert.equal(Object.keys(added).length, 5);
    assert.deepEqual({ ...added, ...stored }, added);
    assert.notEqual(added.sessionKey, sessionKey);
  }
});

test('an unreadable secrets file is never replaced', (t) => {
  const file = location(t);
  writeFileSync(file, '{"keyPepper": "abc');
  assert.throws(() => loadSecrets(file), /cannot be read/);
  assert.equal(readFileSync(file, 'utf8'), '{"keyPepper": "abc');
});
