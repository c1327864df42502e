import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Caller } from '#api/caller.ts';
import { type Answered, ask, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

const stranger: Caller = { kind: 'anonymous', account: null, key: null, pro: false, address: '127.0.0.1' };
const json = (value: unknown) => ({ status: 200, headers: {}, body: JSON.stringify(value) });

let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  router.add('POST', '/signed', async (request) => {
    const bytes = await request.bytes({ bytesMax: 1_000 }, stranger);
    return json(createHmac('sha256', 'secret').update(bytes).digest('hex') === request.header('x-signature'));
  });
  router.add('POST', '/form', async (request) =>
    json([...(await request.form({ bytesMax: 1_000, fieldsMax: 3 }, stranger))]),
  );
  server = await listening(router);
});
after(() => server.close());

const FORM = 'application/x-www-form-urlencoded';
const post = (path: string, body: string | Uint8Array, headers: Record<string, string>): Promise<Answered> =>
  ask(server.port, { method: 'POST', path, headers, body });

test('a signed body is passed byte for byte', async () => {
  for (const body of [Buffer.from([0, 255, 13, 10, 0xed, 0xa0, 0x80]), Buffer.from('{"a" : 1}\n'), Buffer.alloc(0)]) {
    const signature = createHmac('sha256', 'secret').update(body).digest('hex');
    assert.equal((await post('/signed', body, { 'x-signature': signature })).text, 'true');
  }
  assert.equal(refusal(await post('/signed', 'x'.repeat(1_001), {}), 'large').code, 'BODY_TOO_LARGE');
});

test('a form gives its fields within the limits of number and size', async () => {
  const { text } = await post('/form', 'a=1+2&b=%C8%99&a=', { 'content-type': `${FORM};charset=UTF-8` });
  assert.deepEqual(JSON.parse(text), [
    ['a', '1 2'],
    ['b', 'ș'],
    ['a', ''],
  ]);
  for (const [body, type, code] of [
    ['a=1&b=2&c=3&d=4', FORM, 'INVALID_BODY'],
    ['&&&', FORM, 'INVALID_BODY'],
    [`a=${'x'.repeat(1_000)}`, FORM, 'BODY_TOO_LARGE'],
    ['a=1', 'application/json', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a=1', `${FORM}; charset=latin1`, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a=1', 'text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)
    assert.equal(refusal(await post('/form', body, { 'content-type': type }), body.slice(0, 20)).code, code, type);
});
