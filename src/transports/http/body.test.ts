import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Caller } from '#api/caller.ts';
import { share } from '#api/network-limits.ts';
import { type Answered, ask, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import { BODY_LIMITS, isJsonInUtf8, type Upload } from './body.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

test('JSON is recognised by media type or suffix, in any case, with spaces and further parameters', () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json ; Charset="UTF-8"',
    'application/json; profile="a;b\\"c"; charset=utf-8',
    'application/json;',
    'application/vnd.api+json',
    'application/merge-patch+json; charset=utf-8',
  ])
    assert.equal(isJsonInUtf8(type), true, type);
});

test('other media types are not JSON in UTF-8', () => {
  for (const type of [
    '',
    'json',
    'text/json',
    'text/plain',
    'application/jsonx',
    'application/json x',
    'application/json, text/plain',
    'application/+json',
    'application/a b+json',
    'application/a/b+json',
    'application/json; charset=latin1',
    'application/json; charset=latin1; charset=utf-8',
    'application/json; charset=',
  ])
    assert.equal(isJsonInUtf8(type), false, type);
});

const stranger: Caller = { kind: 'anonymous', account: null, key: null, pro: false, address: '127.0.0.1' };
const bounds = { bytesMax: 400_000, filesMax: 2, fileBytesMax: 150_000, fieldsMax: 3, fieldBytesMax: 100 };
const BOUNDARY = 'limit';

/** The last upload, and the contents of its files while the handler ran. */
let seen: { upload: Upload; contents: Buffer[] } | null = null;
let use: (upload: Upload) => Promise<void>;
let server: Listening;

before(async () => {
  const router = new Router<Handler>();
  const done = { status: 204, headers: {}, body: '' };
  router.add('POST', '/upload', (request) =>
    request.multipart({ ...bounds, timeoutMs: 60_000 }, stranger, async (upload) => {
      seen = { upload, contents: await Promise.all(upload.files.map(({ path }) => readFile(path))) };
      await use(upload);
      return done;
    }),
  );
  router.add('POST', '/short', (request) =>
    request.multipart({ ...bounds, timeoutMs: 50 }, stranger, async () => done),
  );
  server = await listening(router, null, { bodies: { ...BODY_LIMITS, others: share({ total: 1, site: 1 }) } });
});
after(() => server.close());
beforeEach(() => {
  seen = null;
  use = async () => {};
});

const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('firmoteca-upload-'));
const before_ = folders();
/** Upload folders of this test only: other programs on the machine may upload too. */
const left = (): string[] => folders().filter((name) => !before_.includes(name));

const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string, fileName = 'a.txt'): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const post = (body: string, contentType = TYPE, path = '/upload'): Promise<Answered> =>
  ask(server.port, { method: 'POST', path, headers: { 'content-type': contentType }, body });

test('fields and files reach the handler, and the files are deleted after the request', async () => {
  const body = new FormData();
  body.append('nume', 'Ștefan');
  body.append('nume', 'Țuțea');
  body.append('act', new File([Buffer.alloc(100_000, 7)], 'cerere șă.pdf', { type: 'application/pdf' }));
  body.append('gol', new File([], 'gol.txt'));
  assert.equal((await fetch(`${server.origin}/upload`, { method: 'POST', body })).status, 204);
  assert.ok(seen);
  const { upload, contents } = seen as { upload: Upload; contents: Buffer[] };
  assert.deepEqual(upload.fields.getAll('nume'), ['Ștefan', 'Țuțea']);
  assert.deepEqual(
    upload.files.map(({ field, name, mediaType, sizeBytes }) => [field, name, mediaType, sizeBytes]),
    [
      ['act', 'cerere șă.pdf', 'application/pdf', 100_000],
      ['gol', 'gol.txt', 'application/octet-stream', 0],
    ],
  );
  assert.deepEqual(contents[0], Buffer.alloc(100_000, 7));
  assert.deepEqual(left(), []);
});

test('the files are deleted when the handler fails', async () => {
  use = async ({ files: [first] }) => {
    assert.equal((await stat(first?.path ?? '')).mode & 0o777, 0o600);
    throw new Error('no use');
  };
  assert.equal(refusal(await post(file('a', 'x') + END), 'fails').code, 'INTERNAL_ERROR');
  assert.match(String(server.faults.pop()), /no use/);
  assert.deepEqual(left(), []);
});

test('a file name of the client never becomes part of a path', async () => {
  for (const [sent, visible] of [
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini'],
    ['..', ''],
    ['a\u0001b', 'ab'],
    [`${'x'.repeat(300)}.txt`, 'x'.repeat(255)],
  ] as const) {
    await post(file('../../a', 'x', sent) + END);
    const [one] = seen?.upload.files ?? [];
    assert.equal(one?.name, visible.replaceAll('\\\\', '\\'), sent);
    assert.match(one?.path ?? '', /\/firmoteca-upload-[A-Za-z0-9]+\/0$/);
    assert.ok(!existsSync(dirname(one?.path ?? '')));
  }
});

test('uploads over a limit are refused, and partial files are deleted', async () => {
  const cases: [what: string, body: string, status: number, code: string][] = [
    ['a file over its limit', file('a', 'x'.repeat(150_001)), 413, 'BODY_TOO_LARGE'],
    [
      'a body over its limit',
      file('a', 'x'.repeat(149_000)) + file('b', 'x'.repeat(149_000)) + 'x'.repeat(149_000),
      413,
      'BODY_TOO_LARGE',
    ],
    ['too many files', file('a', 'x').repeat(3), 400, 'INVALID_BODY'],
    ['too many fields', field('a', 'x').repeat(4), 400, 'INVALID_BODY'],
    ['a field over its limit', field('a', 'x'.repeat(101)), 413, 'BODY_TOO_LARGE'],
  ];
  for (const [what, body, status, code] of cases) {
    const answered = await post(body + END);
    assert.deepEqual([answered.status, refusal(answered, what).code], [status, code], what);
    // Without a Content-Length, the limit applies to the bytes received.
    const chunked = await fetch(`${server.origin}/upload`, {
      method: 'POST',
      headers: { 'content-type': TYPE },
      body: new Blob([body + END]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(chunked.status, status, what);
    assert.deepEqual([seen, left()], [null, []], what);
  }
  assert.equal((await post(file('a', 'x'.repeat(150_000)) + field('b', 'x'.repeat(100)) + END)).status, 204);
});

test('a truncated form, a wrong boundary and a wrong type are refused', async () => {
  for (const [what, body, type, code] of [
    ['truncated in a file', file('a', 'x'), TYPE, 'INVALID_BODY'],
    ['truncated in a part header', `--${BOUNDARY}\r\nContent-Dispo`, TYPE, 'INVALID_BODY'],
    ['empty', '', TYPE, 'INVALID_BODY'],
    ['a part without headers', `--${BOUNDARY}\r\n\r\n${END}`, TYPE, 'INVALID_BODY'],
    ['many empty parts', `--${BOUNDARY}\r\nA: b\r\n\r\nv\r\n`.repeat(100) + END, TYPE, 'INVALID_BODY'],
    ['another boundary', file('a', 'x') + END, 'multipart/form-data; boundary=other', 'INVALID_BODY'],
    ['no boundary', file('a', 'x') + END, 'multipart/form-data', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a long boundary', END, `multipart/form-data; boundary=${'x'.repeat(71)}`, 'UNSUPPORTED_MEDIA_TYPE'],
    ['JSON', '{}', 'application/json', 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    assert.equal(refusal(await post(body, type), what).code, code, what);
    assert.deepEqual([seen, left()], [null, []], what);
  }
  assert.deepEqual(server.faults, []);
});

/** A client whose file never ends. */
function begin(path: string) {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${TYPE}\r\nContent-Length: 300000\r\n\r\n${file('a', 'x'.repeat(100_000)).slice(0, -2)}`,
  );
  return socket;
}

const limited = { timeout: 60_000 };

test('a client that disconnects during an upload leaves no files and frees its slot', limited, async () => {
  const socket = begin('/upload');
  await until('left().length === 1', () => left().length === 1);
  // The only body slot is in use while the upload lasts.
  assert.equal(refusal(await post(END), 'taken').code, 'OVERLOADED');
  socket.destroy();
  await until('left().length === 0', () => left().length === 0);
  assert.equal((await post(file('a', 'x') + END)).status, 204);
  assert.deepEqual([server.faults, left()], [[], []]);
});

test(
  'a client that sends a whole upload and resets before it is read leaves no files and frees its slot',
  limited,
  async () => {
    const body = file('a', 'x'.repeat(200_000)) + END;
    const head = `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let i = 0; i < 20; i++) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      await new Promise((sent) => socket.write(head + body, sent));
      socket.resetAndDestroy();
      await until('left().length === 0', () => left().length === 0);
    }
    // The last upload may still be arriving; a leaked slot never becomes free.
    const isFree = async (): Promise<boolean> => (await post(file('a', 'x') + END)).status === 204;
    await until('the slot is free', isFree);
    assert.deepEqual([server.faults, left()], [[], []]);
  },
);

test('a route can set its own timeout for the body', limited, async () => {
  const socket = begin('/short');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((go) => socket.once('close', go));
  assert.match(text, /^HTTP\/1\.1 400 .*did not arrive in time: it may take 0.05 seconds/s);
  assert.deepEqual([server.faults, left()], [[], []]);
});
