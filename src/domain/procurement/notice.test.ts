import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '#api/endpoint.ts';
import { type NoticeRow, notice } from './notice.ts';

const row: NoticeRow = {
  key: 1,
  notice: 'SCN1000001',
  system_id: 100,
  type: 'SCN',
  title: 'Poduri',
  authority_code: null,
  authority_cui: null,
  authority_name: 'COMUNA FELEACU',
  authority_county: null,
  cpv: null,
  cpv_title: null,
  estimated_value: null,
  currency: 'RON',
  procedure_type: null,
  published_at: null,
  day: '2026-01-10',
  moment: '2026-01-10',
  deadline_at: null,
  state: null,
  lots: 'null',
  general: null,
  has_documents: null,
};
const nothing = { names: new Map(), documentations: new Map(), awarded: new Map(), suppliers: new Map() };
const callIn = (country: 'demo' | 'romania') => ({ now: 0, dataset: { manifest: { country } } }) as Call;

test('a notice has the address of its page where known, and a URN in the demo', () => {
  const urlOf = (country: 'demo' | 'romania', more: Partial<NoticeRow> = {}) =>
    notice({ ...row, ...more }, nothing, callIn(country)).url;
  assert.equal(urlOf('romania'), 'https://e-licitatie.ro/pub/notices/simplified-notice/v2/view/100');
  assert.equal(urlOf('romania', { system_id: null }), null);
  assert.equal(urlOf('romania', { type: 'RFD' }), null);
  assert.equal(urlOf('demo'), 'urn:firmoteca:demo:sicap/notices/simplified-notice/v2/view/100');
  assert.equal(urlOf('demo', { system_id: null }), null);
});

test('unknown procedure types and states are returned as published, in every language', () => {
  for (const language of ['en', 'ro'] as const) {
    const result = notice({ ...row, procedure_type: 'Procedura noua', state: 'In evaluare' }, nothing, {
      ...callIn('romania'),
      language,
    });
    assert.deepEqual(
      [result.procedureTypeCode, result.procedureTypeLabel, result.stateCode, result.stateLabel],
      ['other', 'Procedura noua', 'other', 'In evaluare'],
    );
  }
});
