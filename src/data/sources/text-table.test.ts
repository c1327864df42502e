import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { namedColumns } from './columns.ts';
import { LINE_LENGTH_MAX } from './lines.ts';
import { Refusal, readTable } from './text-table.ts';

const shape = namedColumns(['^', '|'], { key: 'COD' }, { name: 'DENUMIRE|NUME' }, (cells, at) =>
  cells[at.key] === 'bad' ? new Refusal('bad key', 'bad') : { key: cells[at.key], name: cells[at.name] },
);
const read = (content: string | Uint8Array, chunkBytes?: number) =>
  readAll(readTable(inputOf(content, chunkBytes), shape));

test('columns are matched by name in any order and spelling, and others are ignored', async () => {
  const { records, lines } = await read('X^Denumire ^COD\n1^a^b\n\n2^c^d\n');
  assert.deepEqual(records, [
    { key: 'b', name: 'a' },
    { key: 'd', name: 'c' },
  ]);
  assert.deepEqual(lines, [2, 4]);
  assert.deepEqual((await read('COD|NUME\nx|y')).records, [{ key: 'x', name: 'y' }]);
});

test('a missing optional column reads as undefined', async () => {
  assert.deepEqual((await read('COD^X\nx^y')).records, [{ key: 'x', name: undefined }]);
});

test('quotes have no special meaning', async () => {
  assert.deepEqual((await read('COD^NUME\n1^"A" B"\n')).records, [{ key: '1', name: '"A" B"' }]);
});

test('an extra empty column at the end is accepted in lines and in the header', async () => {
  assert.equal((await read('COD^NUME\n1^a^\n2^b^ ^\n')).records.length, 2);
  assert.equal((await read('COD^NUME^\n1^a^\n2^b\n')).records.length, 2);
});

test('broken lines are skipped with their number, reason and content', async () => {
  const { records, skips } = await read(`COD^NUME\n1^a\n1\n1^a^b\nbad^x\n${'x'.repeat(LINE_LENGTH_MAX + 1)}\n2^b\n`);
  assert.equal(records.length, 2);
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [
      [3, 'wrong number of columns'],
      [4, 'wrong number of columns'],
      [5, 'bad key'],
      [6, 'line too long'],
    ],
  );
  assert.equal(skips[1]?.found, '3 instead of 2: 1^a^b');
});

test('a record that line ends inside a text split is joined, and a broken one does not touch its neighbours', async () => {
  const wide = namedColumns(['^'], { key: 'COD' }, { name: 'NUME', end: 'TARA' }, (cells, at) =>
    /^[0-9]+$/.test(cells[at.key] ?? '') ? { name: cells[at.name], end: cells[at.end] } : new Refusal('bad key', ''),
  );
  const rowsOf = async (lines: string[]) => {
    const all = await readAll(readTable(inputOf(['COD^NUME^TARA', ...lines].join('\n'), 7), wide));
    return {
      records: all.records.map(({ name, end }) => `${name}/${end}`),
      lines: all.lines,
      skips: all.skips.map(({ line, reason }) => `${line} ${reason}`),
    };
  };
  assert.deepEqual(await rowsOf(['1^a', '', 'b', 'c^x', '2^d^y']), {
    records: ['a b c/x', 'd/y'],
    lines: [2, 6],
    skips: [],
  });
  assert.deepEqual(await rowsOf(['1^a', '2^d^y', 'rest', '3^e^z', '4^f']), {
    records: ['d/y', 'e/z'],
    lines: [3, 5],
    skips: ['2 wrong number of columns', '4 wrong number of columns', '6 wrong number of columns'],
  });
  assert.deepEqual(await rowsOf(['1^a', '2^^']), {
    records: ['/'],
    lines: [3],
    skips: ['2 wrong number of columns'],
  });
  const endless = Array.from({ length: 30 }, () => 'x');
  const { records, skips } = await rowsOf(['1^a', ...endless, '2^d^y']);
  assert.deepEqual([records, skips.length], [['d/y'], 31]);
});

test('the reader reports the bytes read so far', async () => {
  assert.equal((await read('COD^NUME\n1^a\n')).bytesRead, 13);
});

test('a file of another shape throws with the expected and the actual shape', async () => {
  const cases: [content: string | Uint8Array, found: RegExp][] = [
    ['', /an empty file/],
    ['\n \n', /an empty file/],
    ['A^B\n1^2\n', /the header A\^B/],
    ['<!DOCTYPE html><html><body>moved</body></html>', /an HTML page/],
    ['\n<html>\n', /an HTML page/],
    ['PK\x03\x04rest', /a ZIP archive/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /a binary file/],
    ['%PDF-1.7\n', /a PDF document/],
    [Buffer.from('\ufeffCOD^NUME\n', 'utf16le'), /a binary file/],
    ['x'.repeat(LINE_LENGTH_MAX + 1), /the header/],
    ['COD^NUME\n1\n2\n', /2 lines after the header, none readable/],
  ];
  for (const [content, found] of cases) {
    await assert.rejects(read(content, 7), (error) => {
      assert.ok(error instanceof WrongShape);
      assert.equal(error.file, 'FILE.CSV');
      assert.match(error.expected, /the columns COD divided by \^ or \|/);
      assert.match(error.found, found);
      return true;
    });
  }
});

test('a file with a thousand broken lines and no good one is abandoned early', async () => {
  let chunks = 0;
  const bytes = (async function* () {
    yield Buffer.from('COD^NUME\n');
    for (; chunks < 1000; chunks++) yield Buffer.from('x\n'.repeat(100));
  })();
  await assert.rejects(readAll(readTable({ name: 'FILE.CSV', bytes }, shape)), WrongShape);
  assert.ok(chunks < 20);
});

test('a header without lines is an empty table', async () => {
  assert.deepEqual((await read('COD^NUME\n')).records, []);
});

test('a header names the columns that are missing and those that are not read', async () => {
  const [batch] = await Array.fromAsync(readTable(inputOf('COD^NUME^TEL\n1^A^2\n'), shape));
  assert.deepEqual(batch?.unread, ['TEL']);
  await assert.rejects(Array.fromAsync(readTable(inputOf('NUME^TEL\nA^2\n'), shape)), { missing: ['COD'] });
});
