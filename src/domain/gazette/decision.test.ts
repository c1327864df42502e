import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { decision } from './decision.ts';
import type { DecisionRow } from './decisions-table.ts';

const row = { part: 'IV', number: 3208, bis: 0, day: '2026-05-28', url: null } as DecisionRow;
const hidden = { redact: (text: string) => text } as HiddenNames;
const urlOf = (more: Partial<DecisionRow>, country: 'romania' | 'demo' = 'romania') =>
  decision({ ...row, ...more }, hidden, { manifest: { country } } as Dataset).url;

test('a decision without an address of its own has that of its issue, and a URN in the demo', () => {
  assert.equal(urlOf({}), 'https://monitoruloficial.ro/Monitorul-Oficial--PIV--3208--2026.html');
  assert.equal(urlOf({ bis: 1 }), 'https://monitoruloficial.ro/Monitorul-Oficial--PIV--3208Bis--2026.html');
  assert.equal(urlOf({ url: 'https://example.ro/issue' }), 'https://example.ro/issue');
  assert.equal(urlOf({ part: 'IV/1' }), null);
  assert.equal(urlOf({}, 'demo'), 'urn:firmoteca:demo:gazette/Monitorul-Oficial--PIV--3208--2026.html');
});
