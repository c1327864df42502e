import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import { type AwardedContract, type CollectedReport, reportLine } from './report-line.ts';

const party = (code: string | null, name: string): PartyRecord => ({
  code,
  name,
  city: null,
  county: null,
  country: null,
});
const authority = party('4317975', 'COMUNA VALEA MICĂ');
const lumina = party('RO90000022', 'LUMINIȘ DIGITAL S.R.L.');
const castor = party('RO90000015', 'CASTORUL HARNIC DISTRIBUȚIE SA');
const contract = (number: string, ...suppliers: PartyRecord[]): AwardedContract => ({
  number,
  date: '2025-04-03',
  notice: 'CN1000003',
  authority,
  suppliers,
});
const collected = (text: string | null, more: Partial<CollectedReport> = {}): CollectedReport => ({
  ackDocId: 'DC7',
  documentId: 'CAN3-00001',
  name: 'Document constatator final DC7.pdf.p7s',
  issuedOn: '2026-05-05',
  text,
  ...more,
});
const TEXT = 'Contractantul și-a îndeplinit obligațiile. Nu s-au stabilit daune-interese.';

test('a report is told with what its text says plainly, and leads to its document', () => {
  assert.deepEqual(reportLine(collected(TEXT), [contract('118/A', lumina)]), {
    ackDocId: 'DC7',
    supplier: lumina,
    authority,
    contractNumber: '118/A',
    contractDate: '2025-04-03',
    notice: 'CN1000003',
    issuedOn: '2026-05-05',
    kind: 'final',
    rating: 'fulfilled',
    damagesClaimed: false,
    damagesLei: null,
    text: TEXT,
    documentId: 'CAN3-00001',
  });
});

test('of several suppliers the one is meant whose contract, fiscal code or name the text gives', () => {
  const awarded = [contract('1', lumina), contract('2', castor), contract('3', castor)];
  const told = (text: string) => {
    const line = reportLine(collected(text), awarded);
    return typeof line === 'string'
      ? line
      : [(line as { supplier: PartyRecord }).supplier.code, (line as { contractNumber: unknown }).contractNumber];
  };
  assert.deepEqual(told(`${TEXT} Contractul nr. 2 din 03.04.2025`), ['RO90000015', '2']);
  assert.deepEqual(told(`${TEXT} cod fiscal RO 90000015`), ['RO90000015', null]);
  assert.deepEqual(told(`${TEXT} cod fiscal 90000022`), ['RO90000022', '1']);
  assert.deepEqual(told(`Castorul harnic distribuție SA ${TEXT}`), ['RO90000015', null]);
  assert.equal(told(TEXT), 'noSupplier');
  assert.equal(told(`90000022 și 90000015: ${TEXT}`), 'noSupplier');
});

test('what cannot be told says why', () => {
  const awarded = [contract('1', lumina)];
  assert.equal(reportLine(collected(null), awarded), 'noText');
  assert.equal(reportLine(collected(TEXT), []), 'noAward');
  assert.equal(reportLine(collected(TEXT, { issuedOn: null }), awarded), 'noDay');
  assert.equal(reportLine(collected(TEXT, { ackDocId: 'a/b' }), awarded), 'noId');
});

test('words that say nothing plainly leave rating, damages and kind open', () => {
  const line = reportLine(collected('Calificativ: bine.', { name: 'scan0001.pdf' }), [contract('1', lumina)]);
  const { rating, damagesClaimed, damagesLei, kind } = line as Record<string, unknown>;
  assert.deepEqual([rating, damagesClaimed, damagesLei, kind], [null, null, null, 'document constatator']);
});
