import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertsOf } from './alerts.ts';
import type { Balance, Company, Meta } from './data.ts';
import { fourAnswers } from './four-answers.ts';
import { figureOf, wordsOf } from './verdict.ts';

const meta = { sources: [] } as unknown as Meta;
const day = '2026-08-17';
const status = (label: string, since: string | null) => ({ code: label, label, since });
const firm = (statuses: ReturnType<typeof status>[], more: Partial<Company>): Company =>
  ({
    onrcStatuses: statuses,
    onrcStatus: statuses[0]?.code ?? null,
    deregistrationDate: null,
    inactive: null,
    ...more,
  }) as Company;
const registry = (company: Company) => {
  const [{ word, since } = { word: '', since: null }] = fourAnswers(company, meta, 'ro');
  return [word, since ?? null];
};
const noteOf = (company: Company): string | null => alertsOf(company, 'ro')[0]?.note ?? null;

test('a status without a day does not take the day of another status', () => {
  const reorganised = firm([status('Reorganizare judiciară', day), status('Insolvență', null)], { insolvency: true });
  assert.deepEqual(registry(reorganised), ['Insolvență', null]);
  assert.equal(figureOf('insolvency', reorganised, [], 'ro'), null);
  assert.equal(
    noteOf(reorganised),
    'ONRC: Reorganizare judiciară, observat la 17.08.2026 · Insolvență. Fișierul nu dă data hotărârii.',
  );
  const bankrupt = firm([status('Faliment', day), status('Insolvență', null)], { insolvency: true });
  assert.deepEqual(registry(bankrupt), ['Faliment', 'observat la 17.08.2026']);
  assert.equal(figureOf('insolvency', bankrupt, [], 'ro'), 'ONRC, observat la 17.08.2026');
  const struckOff = firm([status('Radiată', day), status('Dizolvare', null)], { struckOff: true, dissolution: true });
  assert.equal(figureOf('dissolution', struckOff, [], 'ro'), null);
  assert.deepEqual(registry(struckOff), ['Radiată', 'observat la 17.08.2026']);
});

test('the day of deregistration names the tax office', () => {
  const struckOff = firm([status('Radiată', day)], { struckOff: true, deregistrationDate: '2026-07-19' });
  assert.deepEqual(registry(struckOff), ['Radiată', 'din 19.07.2026, spune ANAF']);
  assert.equal(figureOf('struckOff', struckOff, [], 'ro'), 'din 19.07.2026, spune ANAF');
  assert.equal(
    noteOf(struckOff),
    'Ziua radierii este cea spusă de ANAF. ONRC: Radiată, observat la 17.08.2026. Fișierul nu dă data hotărârii.',
  );
});

test('the table of roles identifies the persons in charge of an insolvent company', () => {
  const administrators = [
    'practician în insolvență',
    'administratori concordatari',
    'lichidator',
    'mandatar judiciar',
  ].map((role) => ({ kind: 'person', personId: null, cui: null, name: `NUMIT ${role}`, role, since: null }));
  const [alert] = alertsOf(firm([], { insolvency: true, administrators } as Partial<Company>), 'ro');
  assert.deepEqual(
    alert?.lines.slice(0, -1).map((line) => /NUMIT ([^<]*)/.exec(typeof line === 'string' ? line : line.markup)?.[1]),
    ['practician în insolvență', 'administratori concordatari', 'lichidator'],
  );
});

test('losses are counted over all available years, else as "at least" the years of the page', () => {
  const losses = (count: number): Balance[] =>
    Array.from({ length: count }, (_, i) => ({ year: 2025 - i, summary: { netProfit: -1 } }) as Balance);
  const visitor = { code: 'losses', label: 'x' };
  const inputs = Array.from({ length: 11 }, (_, i) => ({ name: 'netProfit', year: 2025 - i, value: -1 }));
  assert.equal(wordsOf({ ...visitor, inputs }, firm([], {}), losses(8), 'ro'), 'Pierdere 11 ani la rând');
  assert.equal(wordsOf(visitor, firm([], {}), losses(8), 'ro'), 'Pierdere cel puțin 8 ani la rând');
  assert.equal(wordsOf(visitor, firm([], {}), losses(3), 'ro'), 'Pierdere 3 ani la rând');
  assert.equal(wordsOf(visitor, firm([], {}), losses(1), 'ro'), null);
});
