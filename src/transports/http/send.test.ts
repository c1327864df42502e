import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { gzipSpliced } from './send.ts';

const HEAD = '{"data":';
const long = (text: string): Uint8Array => Buffer.from(JSON.stringify(Array(2_000).fill(text)));

test('what comes out is one gzip member that reads as head, data and tail, whatever the tail', async () => {
  const data = long('Cultivarea cerealelor, plantelor leguminoase și a plantelor oleaginoase');
  for (const tail of ['}', ',"meta":{"requestId":"a"}}', `,"meta":{"ș":"${'ț'.repeat(5_000)}"}}`, '']) {
    const zipped = await gzipSpliced(HEAD, data, tail);
    assert.equal(gunzipSync(zipped).toString(), HEAD + Buffer.from(data).toString() + tail);
    const { body } = new Response(Buffer.from(zipped));
    const read = await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).text();
    assert.equal(
      read,
      HEAD + Buffer.from(data).toString() + tail,
      'as a browser reads it, which takes one member only',
    );
  }
});

test('the data is compressed once: the same bytes stand before every tail', async () => {
  const data = long('Comerț cu ridicata');
  const [one, two] = [await gzipSpliced(HEAD, data, 'x'.repeat(40)), await gzipSpliced(HEAD, data, 'y'.repeat(40))];
  const same = one.findIndex((byte, i) => byte !== two[i]);
  assert.ok(same > one.length - 60, `${same} of ${one.length} bytes`);
});

test('an empty answer and one without a repetition are compressed as well', async () => {
  for (const data of [new Uint8Array(), crypto.getRandomValues(new Uint8Array(50_000))])
    assert.deepEqual(gunzipSync(await gzipSpliced('', data, '')), Buffer.from(data));
});
