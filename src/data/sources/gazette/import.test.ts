import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { readGazette } from './import.ts';

const line = (record: object): string => `${JSON.stringify(record)}\n`;
const RIGHT = {
  issueNumber: 4312,
  bis: true,
  issueDate: '2026-03-17',
  part: 'IV',
  page: 12,
  companyName: 'LUMINIŞ DIGITAL S.R.L.',
  registrationNumber: 'J12/2/2014',
  cui: 'RO90000022',
  title: 'DECIZIA nr. 7',
  text: 'Asociatul unic decide:\nArt. 1.',
  sourceUrl: 'https://example.ro/issue',
};

test('a line of the import format gives a decision', async () => {
  const { records } = await readAll(readGazette(inputOf(line(RIGHT))));
  assert.deepEqual(records, [
    {
      part: 'IV',
      number: 4312,
      bis: true,
      date: '2026-03-17',
      page: 12,
      kind: 'managementDecision',
      companyName: 'LUMINIȘ DIGITAL S.R.L.',
      registrationNumber: 'J2014000002126',
      cui: '90000022',
      title: 'DECIZIA nr. 7',
      text: 'Asociatul unic decide:\nArt. 1.',
      url: 'https://example.ro/issue',
    },
  ]);
});

test('missing optional fields are null, and an invalid address is omitted', async () => {
  const { page, cui, registrationNumber, bis, part, ...least } = RIGHT;
  const given = { ...least, sourceUrl: 'javascript:alert(1)', kind: 'notice' };
  const [record] = (await readAll(readGazette(inputOf(line(given))))).records;
  assert.deepEqual(
    [record?.page, record?.cui, record?.registrationNumber, record?.bis, record?.part, record?.url, record?.kind],
    [null, null, null, false, 'IV', null, 'notice'],
  );
});

test('unreadable lines are reported with number and reason', async () => {
  const text = [
    line(RIGHT),
    'no json\n',
    '[1]\n',
    line({ ...RIGHT, issueNumber: 0 }),
    line({ ...RIGHT, issueNumber: 3_000_000_000 }),
    line({ ...RIGHT, issueDate: '2026-02-30' }),
    line({ ...RIGHT, companyName: ' ' }),
    line({ ...RIGHT, title: '', text: '' }),
  ].join('');
  const { records, skips } = await readAll(readGazette(inputOf(text)));
  assert.equal(records.length, 1);
  assert.deepEqual(
    skips.map((skip) => [skip.line, skip.reason]),
    [
      [2, 'no JSON object'],
      [3, 'no JSON object'],
      [4, 'unreadable issue number'],
      [5, 'unreadable issue number'],
      [6, 'unreadable issue date'],
      [7, 'decision without a company'],
      [8, 'decision without a title and a text'],
    ],
  );
});

test('a file without a readable line is of the wrong shape', async () => {
  await assert.rejects(readAll(readGazette(inputOf('<html>\n</html>\n'))), WrongShape);
});

test('an unknown page is null in every notation', async () => {
  for (const page of [0, -1, 12.5, '0', '', 'n/a', null, 1e9]) {
    const { records } = await readAll(readGazette(inputOf(`${JSON.stringify({ ...RIGHT, page })}\n`)));
    assert.equal(records[0]?.page, null, String(page));
  }
  const { records } = await readAll(readGazette(inputOf(`${JSON.stringify({ ...RIGHT, page: ' 7 ' })}\n`)));
  assert.equal(records[0]?.page, 7);
});
