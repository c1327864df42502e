/** Values that cannot be stored or summed, in third-party files and answers, do not stop an import. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseJson } from '#data/sources/json.ts';
import { decodeText } from '#data/sources/lines.ts';
import { messagesOf } from '#lib/sandbox/sandbox-protocol.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { writeBalances, writeSnapshot } from '#test/support/publications.ts';

const DECISION = {
  issueNumber: 1,
  issueDate: '2026-08-03',
  part: 'IV',
  bis: false,
  page: 1,
  kind: 'amendment',
  companyName: 'ALFA\0UNU S.R.L.',
  registrationNumber: 'J12/1234/1998',
  cui: '90000014',
  title: 'ACT\0ADIȚIONAL',
  text: 'Se completează\0obiectul.',
  sourceUrl: 'https://monitorul-oficial.example/1.pdf',
};

onBothEngines((engine) => {
  test('a NUL character in a registry or gazette file does not stop its import', async () => {
    const { store, read, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [
      { cui: '90000014', number: 'J12/1234/1998', name: 'ALFA\0UNU SRL', officers: [{ name: 'POPESCU\0ION' }] },
      { cui: '90000022', number: 'J12/55/2004', name: 'BETA SA' },
    ]);
    mkdirSync(join(folder, 'gazette'));
    writeFileSync(join(folder, 'gazette', 'gazette.ndjson'), `${JSON.stringify(DECISION)}\n`);
    const report = await read(folder);
    assert.equal(report.published, true);
    const { name, administrators } = await companyOf('90000014');
    assert.deepEqual([name, administrators?.[0]?.name], ['ALFA UNU SRL', 'POPESCU ION']);
    assert.equal((await companyOf('90000022')).name, 'BETA SA');
    const gazette = store.generations.current()?.partGroup('gazette');
    assert.deepEqual(await gazette?.all('select title, text from decision'), [
      { title: 'ACT ADIȚIONAL', text: 'Se completează obiectul.' },
    ]);
    await store.close();
  });

  test('implausible amounts become null and do not affect other rows or sums', async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [
      { cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' },
      { cui: '90000022', number: 'J12/55/2004', name: 'BETA SA' },
      { cui: '90000030', number: 'J12/56/2004', name: 'GAMA SA' },
    ]);
    writeBalances(folder, 2024, [
      ['90000014', '4711', 9e13, 9e13, 3],
      ['90000022', '4711', 9e13, 9e13, 3],
      ['90000030', '4711', 1000, 100, 3],
    ]);
    assert.equal((await read(folder)).published, true);
    assert.deepEqual(await query('select cui, turnover from balance order by cui'), [
      { cui: 90_000_014, turnover: null },
      { cui: 90_000_022, turnover: null },
      { cui: 90_000_030, turnover: 100_000 },
    ]);
    await store.close();
  });
});

test('NUL characters in third-party bytes, JSON and sandbox output become blanks', async () => {
  assert.equal(decodeText(Buffer.from('a\0b')), 'a b');
  assert.equal(decodeText(Buffer.from([0x61, 0x00, 0xba])), 'a ș');
  assert.deepEqual(parseJson(Buffer.from(String.raw`{"a":["b\u0000c",1,"\\u0000"]}`)), {
    a: ['b c', 1, String.raw`\u0000`],
  });
  const output = async function* () {
    yield Buffer.from(`${JSON.stringify({ chunk: { text: 'a\0b' } })}\n`);
  };
  const messages = await Array.fromAsync(messagesOf(output(), { messageBytes: 1_000, outputBytes: 1_000 }));
  assert.deepEqual(messages, [{ chunk: { text: 'a b' } }]);
});
