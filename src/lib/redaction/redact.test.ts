import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames, noHiddenPersons } from './hidden-names.ts';
import { redact, redactRows } from './redact.ts';

const names = hiddenNames(['POPA ANA']);

test('a hidden name is removed from every text of an answer, at any depth', () => {
  const answer = {
    rows: [{ title: 'Teren al lui Ana Popa', lots: [{ text: 'POPA ANA' }] }, { title: 'Pompe' }],
    total: 2,
  };
  assert.deepEqual(redact(answer, names), {
    rows: [{ title: 'Teren al lui […]', lots: [{ text: '[…]' }] }, { title: 'Pompe' }],
    total: 2,
  });
  assert.equal(answer.rows[0]?.title, 'Teren al lui Ana Popa', 'the original answer is unchanged');
});

test('a record keeps its own name: a firm, or a namesake with an id', () => {
  for (const row of [
    { cui: '1', name: 'POPA ANA' },
    { cui: null, legalForm: 'PFA', name: 'POPA ANA' },
    { personId: 'p1', name: 'POPA ANA' },
    { id: 'firm:1', label: 'POPA ANA' },
    { cui: '1', companyName: 'POPA ANA' },
    { url: '/api/popa-ana' },
  ])
    assert.equal(redact(row, names), row);
  assert.deepEqual(redact({ cui: null, name: 'POPA ANA' }, names), { cui: null, name: '[…]' });
});

test('an answer without hidden names is returned as the same object', () => {
  const answer = [{ title: 'Pompe', values: [1, null, true] }];
  assert.equal(redact(answer, names), answer);
  assert.equal(redact(null, names), null);
});

test('rows are redacted one by one, and the event loop runs between them', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('somebody else'));
  const created = (text: string) => {
    done.push(text);
    return { text };
  };
  const rows = ['Ana Popa vine', 'Pompe'];
  const visible = await redactRows(rows, created, { ...noHiddenPersons, names, version: 'one' });
  assert.deepEqual(visible, [{ text: '[…] vine' }, { text: 'Pompe' }]);
  assert.deepEqual(done, ['Ana Popa vine', 'somebody else', 'Pompe']);
});
