/** Texts of third parties that are built to be slow to parse: every reader takes linear time, so that no thread blocks. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { parseLegend } from '#data/sources/anaf/balance-files.ts';
import { fiscalCodeIn, runningHead } from '#data/sources/gazette/headings.ts';
import { linksOf } from '#data/sources/html.ts';
import { fetchPressFile } from '#data/sources/press/press-file.ts';
import { cpvOf, partyOf } from '#data/sources/procurement/exports/values.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import { partyIn } from '#data/sources/procurement/site/values.ts';
import { replacePlaceholders } from '#data/store/values.ts';
import { hiddenNames } from '#lib/redaction/hidden-names.ts';
import { unusable } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';

const LENGTH = 200_000;
/**
 * Processor time, which does not depend on other programs. In linear time 200,000 characters take some milliseconds;
 * with backtracking they take ten seconds and more. The bound separates the two classes; it is no measure of speed.
 */
const CPU_MS_MAX = 1_500;

const filled = (start: string, piece: string, end = ''): string =>
  start + piece.repeat(Math.floor((LENGTH - start.length - end.length) / piece.length)) + end;

async function assertCheap(what: string, read: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < CPU_MS_MAX, `${what} cost ${(user + system) / 1000} ms of processor time.`);
}

const page = (body: string): Uint8Array => Buffer.from(`<html><title>Request Rejected</title>${body}`);
const hidden = hiddenNames(['Popescu Ion']);

const readers: Record<string, (text: string) => unknown> = {
  'a decision of the Gazette': fiscalCodeIn,
  'a line of the Gazette': runningHead,
  'a text with hidden names': (text) => hidden.redact(`popescu${text}ion`),
  'a title of a notice': stripPersons,
  'a party of a list': partyIn,
  'a party of an export': (text) => partyOf({ code: text, name: text }),
  'a category of goods': (text) => cpvOf(text, null),
  'a legend of balance sheets': (text) => parseLegend('legend', Buffer.from(`Cifra;I1\n"${text};I2`)),
  'a refusal of a firewall': (text) =>
    unusable({ status: 200, contentType: '', bytes: page(text), retryAfterMs: null }),
  'a statement': (text) => replacePlaceholders(text, String),
};

const hostile = [
  filled('', ' '),
  filled('', '\t', 'x'),
  filled('CUI', ' ', 'x'),
  filled('C.U.I. nr.', ' \n', 'x'),
  filled('MONITORUL OFICIAL AL ROMANIEI, PARTEA a IV-a, Nr. 1', ' ', 'x'),
  filled('-', '\n', '!'),
  filled('-\n', ' \n', '!'),
  filled('', 'a'),
  filled('', '.a', '@'),
  filled('tel', ' ', 'x'),
  filled('RO 1', ' ', '\n'),
  filled('34351100', ' ', '\n'),
  filled('support ID is', ' ', 'x'),
  filled('', 'support ID is<', 'x'),
  filled('', '"', 'x'),
  filled('', "'", 'x'),
  filled('', '/*', 'x'),
  filled('n', ' ', 'x'),
];

for (const [name, read] of Object.entries(readers))
  test(`${name} is read in linear time, whatever it contains`, async () => {
    for (const text of hostile) await assertCheap(`${JSON.stringify(text.slice(0, 20))}…`, () => read(text));
  });

test('the text of a press file is cleaned in linear time', async (t) => {
  const server = createServer((_, response) => void response.end('%PDF-')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const text of [
    filled('', ' ', 'x'),
    filled('', ' \t', 'x'),
    filled('', '\n'),
    filled('', '\r'),
    filled('', 'a-\n'),
  ]) {
    const reader = { read: async () => ({ pages: 1, text, pictures: [], ocrPages: [] }), close: () => {} };
    await assertCheap(JSON.stringify(text.slice(0, 20)), () =>
      fetchPressFile({ base, reader, pictureReader: reader }, 'https://static.anaf.ro/static/x.pdf', {
        pictures: false,
      }),
    );
  }
});

test('an HTML page is read in linear time, or refused for its depth', async () => {
  for (const [start, piece] of [
    ['<h1>'.repeat(190), '<math><dd>'],
    ['<div>'.repeat(190), '</span>'],
    ['', '<b><p>'],
    ['', '<a href=x>y'],
    ['<a ', 'b=c '],
  ] as const)
    await assertCheap(piece, () => {
      try {
        linksOf(filled(start, piece), 'https://x.ro/');
      } catch (error) {
        assert.ok(error instanceof WrongShape);
      }
    });
});
