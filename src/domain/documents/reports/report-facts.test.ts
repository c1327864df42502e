import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportFacts } from './report-facts.ts';

const rating = (text: string) => reportFacts(text).rating;
const damages = (text: string) => {
  const { damagesClaimed, damagesAmount } = reportFacts(text);
  return [damagesClaimed, damagesAmount];
};

test('how a contract was kept is read where the verb says it', () => {
  assert.equal(rating('Contractantul și-a îndeplinit obligațiile\ncontractuale la termen.'), 'fulfilled');
  assert.equal(rating('Contractantul ŞI-A ÎNDEPLINIT integral obligaţiile.'), 'fulfilled');
  assert.equal(rating('Contractantul nu și-a îndeplinit obligațiile, iar contractul a fost reziliat.'), 'notFulfilled');
  assert.equal(rating('Obligațiile contractuale nu au fost îndeplinite.'), 'notFulfilled');
  assert.equal(rating('și-a îndeplinit obligațiile contractuale cu întârziere, după notificări'), 'partly');
  assert.equal(rating('și-a executat parțial obligațiile'), 'partly');
});

test('a form that leaves in both, a title, and other words say nothing', () => {
  assert.equal(rating('Contractantul: □ și-a îndeplinit ■ nu și-a îndeplinit obligațiile'), null);
  assert.equal(rating('DOCUMENT CONSTATATOR privind îndeplinirea/neîndeplinirea obligațiilor contractuale'), null);
  assert.equal(rating('Calificativ: foarte bine'), null);
  assert.equal(rating('Nu s-a îndeplinit termenul.'), null);
});

test('damages are known where they are claimed, denied or counted, and not where a text says both', () => {
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

test('its kind, day and contract are told at its beginning', () => {
  const { kind, issuedOn, contract } = reportFacts(
    'DOCUMENT CONSTATATOR primar\nemis la data de 05.05.2026 … Contractul de furnizare nr. 118/A din 03.04.2025, procedura CN1',
  );
  assert.deepEqual([kind, issuedOn, contract], ['primar', '2026-05-05', { number: '118/A', date: '2025-04-03' }]);
  assert.equal(reportFacts('Document constatator primar/final').kind, null);
  assert.equal(reportFacts('emis la 45.45.2026').issuedOn, null);
  assert.equal(reportFacts('').contract, null);
});
