import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSecrets, rotateReceiptKey, secretsReader } from '#server/secrets.ts';
import { receiptKeys } from './receipt-keys.ts';

test('a thread with recently read secrets finds a key that another thread has rotated since', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secrets.json');
  loadSecrets(file);
  utimesSync(file, 0, 0);
  // The clock stands still: the reader does not reload on its own.
  const late = receiptKeys(secretsReader(file, () => 0));
  const first = late.signing().kid;
  rotateReceiptKey(file, '2026-11-15T10:00:00.000Z');
  // Within the same tick of the file system's clock.
  utimesSync(file, 0, 0);
  const { kid } = receiptKeys(() => loadSecrets(file)).signing();
  assert.notEqual(kid, first);
  assert.equal(late.find(kid)?.retiredAt, null);
  assert.equal(late.find(first)?.retiredAt, '2026-11-15T10:00:00.000Z');
  assert.equal(late.signing().kid, kid);
  assert.equal(late.find('nobody’s'), null);
});
