import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Client } from '#data/sources/client.ts';
import type { Answer } from '#lib/safe-fetch/outcome.ts';
import { answerOf } from '#test/support/source-answer.ts';
import { fetchRates, parseRates } from './rates.ts';

const sample = (file: string) => readFileSync(`${import.meta.dirname}/samples/${file}`);

test('rates are read in the new namespace as ten-thousandths per multiplier, and non-numbers are skipped', () => {
  assert.deepEqual(parseRates(answerOf(sample('nbrfxrates.xml'))), {
    outcome: 'found',
    value: [
      { day: '2026-11-13', currency: 'EUR', multiplier: 1, value: 51_000 },
      { day: '2026-11-13', currency: 'HUF', multiplier: 100, value: 13_000 },
      { day: '2026-11-13', currency: 'XAU', multiplier: 1, value: 5_612_345 },
    ],
  });
});

test('a year is read in the old namespace, with indentation and a byte order mark', () => {
  const outcome = parseRates(answerOf(sample('nbrfxrates2024.xml')));
  assert.deepEqual(outcome.outcome === 'found' && outcome.value, [
    { day: '2024-01-03', currency: 'BGN', multiplier: 1, value: 25_413 },
    { day: '2024-01-03', currency: 'JPY', multiplier: 100, value: 31_846 },
    { day: '2024-01-04', currency: 'BGN', multiplier: 1, value: 25_420 },
  ]);
});

test('namespace prefixes make no difference', () => {
  const xml =
    '<b:DataSet xmlns:b="x"><b:Cube date="2026-11-13"><b:Rate currency="EUR">5.1</b:Rate></b:Cube></b:DataSet>';
  const outcome = parseRates(answerOf(xml));
  assert.equal(outcome.outcome === 'found' && outcome.value[0]?.value, 51_000);
});

test('invalid days and multipliers give no rates', () => {
  const xml = (date: string, multiplier: string) =>
    `<DataSet><Cube date="${date}"><Rate currency="HUF" multiplier="${multiplier}">1.3</Rate></Cube></DataSet>`;
  assert.equal(parseRates(answerOf(xml('2026-11-13', '100'))).outcome, 'found');
  assert.equal(parseRates(answerOf(xml('2026-02-30', '100'))).outcome, 'notFound');
  assert.equal(parseRates(answerOf(xml('2026-11-13', 'o sută'))).outcome, 'notFound');
  assert.equal(parseRates(answerOf(xml('2026-11-13', '0'))).outcome, 'notFound');
  assert.equal(parseRates(answerOf(xml('2026-11-13', '3000000000'))).outcome, 'notFound');
});

test('a file without days, as in January, and a missing file are "not found"', () => {
  assert.equal(parseRates(answerOf('<DataSet><Header/><Body></Body></DataSet>')).outcome, 'notFound');
  assert.equal(parseRates(answerOf('not there', 404)).outcome, 'notFound');
});

test('rates with an error status are accepted', () => {
  assert.equal(parseRates(answerOf(sample('nbrfxrates.xml'), 404)).outcome, 'found');
});

test('a home page, a rejection, another document and broken XML are unavailable, never "no rates"', () => {
  const cases: [body: string, status: number, reason: string][] = [
    ['<!DOCTYPE html>\n<html lang="ro"><body>Banca Naţională</body></html>', 200, 'html'],
    ['<html><title>Request Rejected</title></html>', 200, 'firewall'],
    ['<html><body>Forbidden</body></html>', 403, 'firewall'],
    ['<rss><channel/></rss>', 200, 'malformed'],
    [sample('nbrfxrates.xml').toString().slice(0, 500), 200, 'malformed'],
    ['', 200, 'malformed'],
    ['', 503, 'http-5xx'],
    ['', 403, 'rejected'],
  ];
  for (const [body, status, reason] of cases) {
    const outcome = parseRates(answerOf(body, status));
    assert.equal(outcome.outcome === 'unavailable' && outcome.reason, reason, `${status} ${reason}`);
  }
});

/** Stubs of the bank’s hosts: addresses and their answers. */
const bank = (answers: Record<string, Answer>): Client & { asked: string[] } => {
  const requested: string[] = [];
  return {
    asked: requested,
    async send({ url }) {
      requested.push(url);
      return answers[url] ?? answerOf('<html>home</html>');
    },
  };
};

test('the hosts are tried in order until one answers with rates', async () => {
  const client = bank({ 'https://new.example/nbrfxrates10days.xml': answerOf(sample('nbrfxrates.xml')) });
  const outcome = await fetchRates(
    client,
    ['https://old.example', 'https://new.example', 'https://third.example'],
    'tenDays',
  );
  assert.equal(outcome.outcome, 'found');
  assert.deepEqual(client.asked, [
    'https://old.example/nbrfxrates10days.xml',
    'https://new.example/nbrfxrates10days.xml',
  ]);
});

test('each file has its path, and when every host fails the last reason is returned', async () => {
  const client = bank({});
  for (const file of ['day', 'tenDays', 2024] as const) {
    const outcome = await fetchRates(client, ['https://old.example'], file);
    assert.equal(outcome.outcome === 'unavailable' && outcome.reason, 'html');
  }
  assert.deepEqual(client.asked, [
    'https://old.example/nbrfxrates.xml',
    'https://old.example/nbrfxrates10days.xml',
    'https://old.example/files/xml/years/nbrfxrates2024.xml',
  ]);
});
