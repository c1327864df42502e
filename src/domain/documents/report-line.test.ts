import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import { type AwardedContract, type CollectedReport, reportFacts, reportLine } from './report-line.ts';

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

test('a report has the facts of its text and links to its document', () => {
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

test('of several suppliers the text selects one by contract, fiscal code or name', () => {
  const awarded = [contract('1', lumina), contract('2', castor), contract('3', castor)];
  const result = (text: string) => {
    const line = reportLine(collected(text), awarded);
    return typeof line === 'string'
      ? line
      : [(line as { supplier: PartyRecord }).supplier.code, (line as { contractNumber: unknown }).contractNumber];
  };
  assert.deepEqual(result(`${TEXT} Contractul nr. 2 din 03.04.2025`), ['RO90000015', '2']);
  assert.deepEqual(result(`${TEXT} cod fiscal RO 90000015`), ['RO90000015', null]);
  assert.deepEqual(result(`${TEXT} cod fiscal 90000022`), ['RO90000022', '1']);
  assert.deepEqual(result(`Castorul harnic distribuție SA ${TEXT}`), ['RO90000015', null]);
  assert.equal(result(TEXT), 'noSupplier');
  assert.equal(result(`90000022 și 90000015: ${TEXT}`), 'noSupplier');
});

test('a report that cannot be parsed has a reason', () => {
  const awarded = [contract('1', lumina)];
  assert.equal(reportLine(collected(null), awarded), 'noText');
  assert.equal(reportLine(collected(TEXT), []), 'noAward');
  assert.equal(reportLine(collected(TEXT, { issuedOn: null }), awarded), 'noDay');
  assert.equal(reportLine(collected(TEXT, { ackDocId: 'a/b' }), awarded), 'noId');
});

test('unclear wording leaves rating, damages and kind open', () => {
  const line = reportLine(collected('Calificativ: bine.', { name: 'scan0001.pdf' }), [contract('1', lumina)]);
  const { rating, damagesClaimed, damagesLei, kind } = line as Record<string, unknown>;
  assert.deepEqual([rating, damagesClaimed, damagesLei, kind], [null, null, null, 'document constatator']);
});

const rating = (text: string) => reportFacts(text).rating;
const damages = (text: string) => {
  const { damagesClaimed, damagesAmount } = reportFacts(text);
  return [damagesClaimed, damagesAmount];
};

test('the rating is read from the verb', () => {
  assert.equal(rating('Contractantul și-a îndeplinit obligațiile\ncontractuale la termen.'), 'fulfilled');
  assert.equal(rating('Contractantul ŞI-A ÎNDEPLINIT integral obligaţiile.'), 'fulfilled');
  assert.equal(rating('Contractantul nu și-a îndeplinit obligațiile, iar contractul a fost reziliat.'), 'notFulfilled');
  assert.equal(rating('Obligațiile contractuale nu au fost îndeplinite.'), 'notFulfilled');
  assert.equal(rating('și-a îndeplinit obligațiile contractuale cu întârziere, după notificări'), 'partly');
  assert.equal(rating('și-a executat parțial obligațiile'), 'partly');
});

test('a form with both options, a title and other wording give no rating', () => {
  assert.equal(rating('Contractantul: □ și-a îndeplinit ■ nu și-a îndeplinit obligațiile'), null);
  assert.equal(rating('DOCUMENT CONSTATATOR privind îndeplinirea/neîndeplinirea obligațiilor contractuale'), null);
  assert.equal(rating('Calificativ: foarte bine'), null);
  assert.equal(rating('Nu s-a îndeplinit termenul.'), null);
});

test('damages are known where claimed, denied or stated, and unknown where the text has both', () => {
  assert.deepEqual(damages('Nu s-au stabilit daune-interese.'), [false, null]);
  assert.deepEqual(damages('Daune-interese: nu este cazul.'), [false, null]);
  assert.deepEqual(damages('Autoritatea contractantă a solicitat daune-interese pentru întârziere.'), [true, null]);
  assert.deepEqual(damages('a solicitat daune-interese. Daune-interese: 12.345,67 lei.'), [true, 1_234_567]);
  assert.deepEqual(damages('daune-interese în valoare de 12 345 RON'), [true, 1_234_500]);
  assert.deepEqual(damages('daune interese în cuantum de 1.234 lei'), [true, 123_400]);
  assert.deepEqual(damages('Daune-interese: 12.34.5 lei'), [true, null]);
  assert.deepEqual(damages('Daune-interese: 10 lei. Daune-interese: 20 lei.'), [true, null]);
  assert.deepEqual(damages('a solicitat daune-interese. Nu s-au stabilit daune-interese.'), [null, null]);
  assert.deepEqual(damages('Penalități de întârziere: 500 lei'), [null, null]);
});

test('the kind, day and contract of a report are read from its beginning', () => {
  const { kind, issuedOn, contract } = reportFacts(
    'DOCUMENT CONSTATATOR primar\nemis la data de 05.05.2026 … Contractul de furnizare nr. 118/A din 03.04.2025, procedura CN1',
  );
  assert.deepEqual([kind, issuedOn, contract], ['primar', '2026-05-05', { number: '118/A', date: '2025-04-03' }]);
  assert.equal(reportFacts('Document constatator primar/final').kind, null);
  assert.equal(reportFacts('emis la 45.45.2026').issuedOn, null);
  assert.equal(reportFacts('').contract, null);
});
