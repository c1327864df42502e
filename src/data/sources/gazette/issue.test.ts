import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileInput } from '#data/sources/lines.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { parseRomanMonthDay, parseSpelledDay } from './dates.ts';
import { companyHeading, runningHead } from './headings.ts';
import { readIssue } from './issue.ts';

const samplePath = `${import.meta.dirname}/samples/issue.txt`;
const sample = () => readAll(readIssue(fileInput(samplePath)));

test('an issue is split into decisions at the headings of companies', async () => {
  const { records, skips } = await sample();
  assert.deepEqual(skips, []);
  assert.deepEqual(
    records.map(({ companyName, kind, title }) => [companyName, kind, title]),
    [
      [
        'ZIMBRUL AURIU INDUSTRII S.A.',
        'shareholdersDecision',
        'HOTĂRÂREA nr. 3 din data de 29 iunie 2026 a Adunării generale ordinare a acționarilor',
      ],
      ['ZIMBRUL AURIU INDUSTRII S.A.', 'summons', 'CONVOCARE'],
      ['LUMINIS DIGITAL S.R.L.', 'managementDecision', 'DECIZIA nr. 7 din 1 iulie 2026'],
      ['FĂRĂ NUMERE S.R.L.', 'amendment', 'ACT ADIȚIONAL la actul constitutiv'],
    ],
  );
});

test('the issue is read from the masthead or a running head, with page numbers', async () => {
  const { records } = await sample();
  assert.deepEqual(
    records.map(({ part, number, bis, date, page }) => [part, number, bis, date, page]),
    [
      ['IV', 524, true, '2026-07-14', 1],
      ['IV', 524, true, '2026-07-14', 2],
      ['IV', 524, true, '2026-07-14', 2],
      ['IV', 525, false, '2026-07-15', null],
    ],
  );
});

test('without running heads no page is known, and the heads of another issue prove none', async () => {
  const text = (await readFile(samplePath, 'utf8')).split('\n');
  const withoutHeads = text.filter((line) => runningHead(line) === null).join('\n');
  const pagesOf = async (body: string) => (await readAll(readIssue(inputOf(body)))).records.map(({ page }) => page);
  assert.deepEqual(await pagesOf(withoutHeads), [null, null, null, null]);
  const [head] = text.filter((line) => runningHead(line) !== null) as [string];
  assert.deepEqual(await pagesOf(`${withoutHeads}\n${head.replace('524', '599')}\n`), [null, null, null, null]);
  const decision = '\nSocietatea LUMINIS DIGITAL S.R.L.\n\nDECIZIA nr. 7\n\nText.\n';
  const [masthead] = withoutHeads.split(/\n(?=Societatea)/) as [string];
  const many = await pagesOf(`${masthead}\n${decision.repeat(300)}\n${head}\n`);
  assert.deepEqual(new Set(many), new Set([null]), 'more decisions than a page has');
});

test('running heads, page numbers and hyphenation are removed from texts, and nothing else', async () => {
  const [first] = (await sample()).records;
  assert.equal(
    first?.text,
    'Acționarii societății, întruniți legal, au hotărât:\nArt. 1. Se aprobă situațiile financiare.\nSocietatea ZIMBRUL AURIU INDUSTRII S.A. va publica prezenta hotărâre.',
  );
});

test('fiscal codes and registration numbers are read from the text, and are null without one', async () => {
  const { records } = await sample();
  assert.deepEqual(
    records.map(({ cui, registrationNumber }) => [cui, registrationNumber]),
    [
      ['90000014', 'J1993000001085'],
      ['90000014', 'J1993000001085'],
      ['90000022', null],
      [null, null],
    ],
  );
});

test('a decision without an issue or a company is skipped, and a text without decisions is of the wrong shape', async () => {
  const stray =
    'MONITORUL OFICIAL AL ROMÂNIEI, PARTEA a IV-a, Nr. 1/3.I.2026\n\nCONVOCARE\n\nText.\n\nSocietatea X S.A.\n\nANUNȚ\nText.\n';
  const { records, skips } = await readAll(readIssue(inputOf(stray)));
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [[3, 'decision without a company']],
  );
  assert.equal(records.length, 1);
  await assert.rejects(readAll(readIssue(inputOf('<html><body>Pagina</body></html>'))), WrongShape);
});

test('sentences are not headings', () => {
  assert.equal(companyHeading('Societatea X S.R.L. va publica hotărârea.'), null);
  assert.equal(companyHeading('Societatea a hotărât'), null);
  assert.equal(companyHeading('S.C. GAMA TRANS S.R.L.-D'), 'GAMA TRANS S.R.L.-D');
});

test('dates are read in the notation of the Gazette', () => {
  assert.equal(parseRomanMonthDay('14.VII.2015'), '2015-07-14');
  assert.equal(parseRomanMonthDay('31.II.2015'), null);
  assert.equal(parseRomanMonthDay('14.XIII.2015'), null);
  assert.equal(parseSpelledDay('Marţi, 14 iulie 2015'), '2015-07-14');
});
