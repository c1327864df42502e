import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answerOf } from '#test/support/source-answer.ts';
import { parseBalance } from './balance.ts';

const sample = (file: string) => readFileSync(`${import.meta.dirname}/samples/${file}`);
const balance = () => JSON.parse(sample('bilant.json').toString());
const parse = (body: string | Uint8Array | object, status = 200) =>
  parseBalance(answerOf(body, status), '90000014', 2024);

function found(body: object) {
  const outcome = parse(body);
  assert.equal(outcome.outcome, 'found');
  return outcome.value;
}

test('indicators are sorted by code and keep their values', () => {
  const { cui, year, form, caenCode, indicators } = found(balance());
  assert.deepEqual([cui, year, form, caenCode], ['90000014', 2024, null, '0620']);
  assert.deepEqual(
    indicators.map(({ code }) => code),
    Array.from({ length: 20 }, (_, i) => `I${i + 1}`),
  );
  assert.deepEqual(indicators[0], { code: 'I1', label: 'ACTIVE IMOBILIZATE - TOTAL', value: 500_000 });
  assert.deepEqual(indicators[6], { code: 'I7', label: 'DATORII', value: 250_000 });
});

test('the wrong label of I19 is corrected with the standard codes only', () => {
  const body = balance();
  const label = (code: string, from: object) =>
    found(from).indicators.find((indicator) => indicator.code === code)?.label;
  assert.equal(label('I17', body), 'Pierdere bruta');
  assert.equal(label('I19', body), 'Pierdere neta');
  const longer = { ...body, i: [...body.i, { indicator: 'I21', val_indicator: 1, val_den_indicator: 'Altele' }] };
  assert.equal(label('I19', longer), 'Pierdere bruta');
});

test('numbers may be strings, and other values are null', () => {
  const value = (val_indicator: unknown) =>
    found({
      an: '2024',
      cui: '90000014',
      caen: '0111',
      i: [{ indicator: 'i1', val_indicator, val_den_indicator: null }],
    });
  assert.deepEqual(value('5000000000').indicators, [{ code: 'I1', label: null, value: 5_000_000_000 }]);
  assert.equal(value('5000000000').caenCode, '0111');
  assert.equal(value(-12.5).indicators[0]?.value, -12.5);
  assert.equal(value(null).indicators[0]?.value, null);
  assert.equal(value('').indicators[0]?.value, null);
});

test('an empty object, an empty list or an empty body means that there is no balance for the year', () => {
  for (const body of ['{}', '', ' \n', { an: 2024, cui: 90000014, deni: 'X', caen: 0, i: [] }, { i: null }]) {
    assert.deepEqual(parse(body), { outcome: 'notFound' }, JSON.stringify(body));
  }
});

test('a balance of another company or year is rejected', () => {
  for (const wrong of [{ cui: 90000022 }, { an: 2023 }]) {
    const outcome = parse({ ...balance(), ...wrong });
    assert.equal(outcome.outcome === 'unavailable' && outcome.reason, 'malformed');
  }
});

test('a balance with unreadable indicators is partial, with their number', () => {
  const body = balance();
  const outcome = parse({ ...body, i: [...body.i, { indicator: null }, 7] });
  assert.equal(outcome.outcome === 'partial' && outcome.missing, '2 indicators');
});

test('a standard chart with missing codes is partial, and other charts have no fixed codes', () => {
  const body = balance();
  const ordinary = body.i.filter(({ indicator }: { indicator: string }) => Number(indicator.slice(1)) > 14);
  const outcome = parse({ ...body, i: ordinary });
  assert.equal(outcome.outcome === 'partial' && outcome.missing, '14 indicators');
  const bank = [{ indicator: 'I1', val_indicator: 5, val_den_indicator: 'Casa, disponibilitati la banci centrale' }];
  assert.equal(parse({ ...body, i: bank }).outcome, 'found');
});

test('a balance with an error status is accepted, but "no balance" with an error status is unknown', () => {
  assert.equal(parse(balance(), 404).outcome, 'found');
  assert.equal(parse('{}', 404).outcome, 'unavailable');
});

test('rejection pages, other pages, errors and broken bodies are unavailable, never "no balance"', () => {
  const cases: [body: string | Uint8Array, status: number, reason: string][] = [
    [sample('rejected.txt'), 200, 'firewall'],
    ['<html><body>Pagina principală</body></html>', 200, 'html'],
    ['', 500, 'http-5xx'],
    ['', 429, 'rate-limited'],
    ['{}', 403, 'rejected'],
    ['{"an":2024,"cui":900', 200, 'malformed'],
    ['eroare', 200, 'malformed'],
    ['{"mesaj":"eroare"}', 200, 'malformed'],
  ];
  for (const [body, status, reason] of cases) {
    const outcome = parse(body, status);
    assert.equal(outcome.outcome === 'unavailable' && outcome.reason, reason, `${status} ${reason}`);
  }
});
