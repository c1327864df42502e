import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { AnswerFile } from '#api/file.ts';
import { freshUntil } from '#api/operation-result.ts';
import { messages } from '#locales/messages.ts';
import { type Answered, ask, refusal } from '#test/support/raw-request.ts';
import { CONTENT, fileOperation, newSource, type Source, sampleFile } from '#test/support/sample-file.ts';
import { manifest, type Served, served } from '#test/support/sample-operation.ts';
import { until } from '#test/support/until.ts';

const PATH = '/api/caen/6201';
const LAST_MODIFIED = 'Tue, 10 Nov 2026 08:00:00 GMT';

async function serving(give: (source: Source) => AnswerFile, use: (own: Served, source: Source) => Promise<void>) {
  const source = newSource();
  const own = await served(fileOperation(() => give(source)));
  try {
    await use(own, source);
  } finally {
    await own.close();
  }
}

const get = ({ port }: Served, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> =>
  ask(port, { method, path: PATH, headers: { 'x-api-key': 'k', ...headers } });

/** The raw bytes, as a program reads them. */
async function bytesOf({ origin }: Served, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(`${origin}${PATH}`, { headers: { 'x-api-key': 'k', ...headers } });
  return Buffer.from(await response.arrayBuffer());
}

test('a file is sent as an attachment with a safe name and a sandbox policy', () =>
  serving(
    (source) => sampleFile(source, { name: 'Ședință țâță „1”.pdf' }),
    async (own, source) => {
      const { status, headers } = await get(own);
      const { date, connection, 'keep-alive': _, 'x-request-id': id, 'cache-control': cache, ...rest } = headers;
      assert.deepEqual([status, typeof date, typeof connection, typeof id], [200, 'string', 'string', 'string']);
      // Whole days after the generation was created.
      const end = freshUntil('24h', manifest.createdAt, Date.parse(date ?? '')) ?? '';
      const left = (Date.parse(end) - Date.parse(date ?? '')) / 1000;
      assert.ok(
        [left, left - 1].some((seconds) => cache === `private, max-age=${seconds}`),
        String(cache),
      );
      assert.match(rest['content-disposition'] ?? '', /^attachment; filename="[ -~]+"; filename\*=UTF-8''%C8%98edin/);
      for (const [name, value] of Object.entries({
        'content-type': 'application/pdf',
        'content-length': '10000',
        'accept-ranges': 'bytes',
        'last-modified': LAST_MODIFIED,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        vary: 'x-api-key, authorization, cookie',
        'content-encoding': undefined,
      }))
        assert.equal(rest[name], value, name);
      assert.match(rest.etag ?? '', /^"[0-9a-f]{64}"$/);
      assert.deepEqual(await bytesOf(own), CONTENT);
      await until('source.freed === 2', () => source.freed === 2);
      assert.deepEqual([source.opened, source.aborted], [[null, null], 0]);
    },
  ));

test('unsafe file names are sanitised in Content-Disposition', async () => {
  for (const [name, visible] of [
    ['a\r\nset-cookie: x=1.pdf', 'attachment; filename="a__set-cookie: x=1.pdf"'],
    ['../../etc/passwd', 'attachment; filename=.._.._etc_passwd'],
    ['C:\\boot.ini', 'attachment; filename="C:_boot.ini"'],
    ['a"b.pdf', 'attachment; filename="a\\"b.pdf"'],
    ['100%.pdf', 'attachment; filename=100%.pdf'],
    ['a\ud800.pdf', `attachment; filename="a?.pdf"; filename*=UTF-8''a%EF%BF%BD.pdf`],
    ['x'.repeat(20_000), `attachment; filename=${'x'.repeat(200)}`],
    ['ș.pdf', `attachment; filename="?.pdf"; filename*=UTF-8''%C8%99.pdf`],
  ] as const)
    await serving(
      (source) => sampleFile(source, { name }),
      async (own) => assert.equal((await get(own)).headers['content-disposition'], visible),
    );
});

test('HEAD returns the headers and does not open the file', () =>
  serving(
    (source) => sampleFile(source),
    async (own, source) => {
      const { status, headers, text } = await get(own, { range: 'bytes=0-9' }, 'HEAD');
      assert.deepEqual([status, headers['content-length'], text, source.opened], [200, '10000', '', []]);
    },
  ));

test('a single range gives 206, several ranges give the whole file, and a range beyond the end gives 416', () =>
  serving(
    (source) => sampleFile(source),
    async (own, source) => {
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=500-2499', 500, 2_499],
        ['bytes=9990-', 9_990, 9_999],
        ['bytes=-7', 9_993, 9_999],
      ] as const) {
        const { status, headers } = await get(own, { range });
        assert.deepEqual(
          [status, headers['content-range'], headers['content-length']],
          [206, `bytes ${start}-${end}/10000`, String(end - start + 1)],
        );
        assert.deepEqual(await bytesOf(own, { range }), CONTENT.subarray(start, end + 1));
        assert.deepEqual(source.opened.at(-1), { start, end });
      }
      assert.equal((await get(own, { range: 'bytes=0-1,5-6' })).status, 200);
      const beyond = await get(own, { range: 'bytes=10000-' });
      assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, 'bytes */10000']);
      assert.equal(refusal(beyond, 'beyond').code, 'RANGE_NOT_SATISFIABLE');
    },
  ));

test('a range of a changed file gives the whole file', () =>
  serving(
    (source) => sampleFile(source),
    async (own) => {
      const etag = String((await get(own)).headers.etag);
      const status = async (ifRange: string) => (await get(own, { range: 'bytes=0-9', 'if-range': ifRange })).status;
      for (const same of [etag, LAST_MODIFIED]) assert.equal(await status(same), 206, same);
      for (const other of ['"x"', `W/${etag}`, 'Tue, 10 Nov 2026 08:00:01 GMT']) assert.equal(await status(other), 200);
    },
  ));

test('an unchanged file gives 304, by ETag or else by date', () =>
  serving(
    (source) => sampleFile(source),
    async (own, source) => {
      const etag = String((await get(own)).headers.etag);
      source.opened.length = 0;
      const later = 'Wed, 11 Nov 2026 08:00:00 GMT';
      for (const [headers, status] of [
        [{ 'if-none-match': etag }, 304],
        [{ 'if-none-match': `W/${etag}` }, 304],
        [{ 'if-none-match': etag, range: 'bytes=99999-' }, 304],
        [{ 'if-modified-since': LAST_MODIFIED }, 304],
        [{ 'if-modified-since': later }, 304],
        [{ 'if-modified-since': 'Mon, 09 Nov 2026 08:00:00 GMT' }, 200],
        [{ 'if-modified-since': later, 'if-none-match': '"x"' }, 200],
      ] as [Record<string, string>, number][])
        assert.equal((await get(own, headers)).status, status, JSON.stringify(headers));
      assert.equal(source.opened.length, 2);
    },
  ));

test('a failed precondition gives 412, by ETag or else by date', () =>
  serving(
    (source) => sampleFile(source),
    async (own, source) => {
      const etag = String((await get(own)).headers.etag);
      source.opened.length = 0;
      const earlier = 'Mon, 09 Nov 2026 08:00:00 GMT';
      for (const [headers, status] of [
        [{ 'if-match': etag }, 200],
        [{ 'if-match': `"x", ${etag}` }, 200],
        [{ 'if-match': '*' }, 200],
        [{ 'if-match': etag.replace(/"$/, '-gzip"') }, 200],
        [{ 'if-match': '"x"' }, 412],
        [{ 'if-match': `W/${etag}` }, 412],
        [{ 'if-match': '' }, 412],
        [{ 'if-match': '"x"', range: 'bytes=0-9' }, 412],
        [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
        [{ 'if-match': etag, 'if-none-match': etag }, 304],
        [{ 'if-match': etag, 'if-unmodified-since': earlier }, 200],
        [{ 'if-unmodified-since': LAST_MODIFIED }, 200],
        [{ 'if-unmodified-since': 'Wed, 11 Nov 2026 08:00:00 GMT' }, 200],
        [{ 'if-unmodified-since': earlier }, 412],
        [{ 'if-unmodified-since': 'yesterday' }, 200],
      ] as [Record<string, string>, number][]) {
        const answer = await get(own, headers);
        assert.equal(answer.status, status, JSON.stringify(headers));
        if (status !== 412) continue;
        const { code, details } = refusal(answer, JSON.stringify(headers));
        assert.equal(code, 'PRECONDITION_FAILED');
        assert.deepEqual([details?.[0]?.in, details?.[0]?.name], ['header', Object.keys(headers)[0]]);
        assert.equal(answer.headers.etag, etag);
      }
      assert.equal(source.opened.length, 8);
    },
  ));

test('text is compressed under its own ETag, and compressed media types are not', async () => {
  await serving(
    (source) => sampleFile(source, { mediaType: 'text/csv; charset=utf-8' }),
    async (own) => {
      const plain = await get(own);
      const zipped = await get(own, { 'accept-encoding': 'gzip' });
      assert.equal(zipped.headers['content-encoding'], 'gzip');
      assert.equal(zipped.headers['accept-ranges'], 'none');
      assert.equal(zipped.headers.etag, plain.headers.etag?.replace(/"$/, '-gzip"'));
      assert.deepEqual(await bytesOf(own, { 'accept-encoding': 'gzip' }), CONTENT);
      for (const { headers } of [plain, zipped]) {
        assert.match(headers.vary ?? '', /, accept-encoding$/);
        assert.equal((await get(own, { 'if-none-match': String(headers.etag) })).status, 304);
      }
      const part = await get(own, { 'accept-encoding': 'gzip', range: 'bytes=0-9' });
      assert.deepEqual([part.status, part.headers['content-encoding']], [206, undefined]);
      const unlike = { range: 'bytes=0-9', 'if-range': String(zipped.headers.etag) };
      assert.equal((await get(own, unlike)).status, 200);
    },
  );
  await serving(
    (source) => sampleFile(source),
    async (own) => assert.equal((await get(own, { 'accept-encoding': 'gzip' })).headers['content-encoding'], undefined),
  );
});

test('a file of unknown size, digest and date is always sent whole', () =>
  serving(
    (source) => sampleFile(source, { sizeBytes: null, sha256: null, modifiedAt: null }),
    async (own) => {
      const { status, headers } = await get(own, { range: 'bytes=0-9' });
      assert.deepEqual([status, headers['accept-ranges'], headers['content-length']], [200, 'none', undefined]);
      assert.equal((await get(own, { 'if-none-match': String(headers.etag) })).status, 200);
      assert.deepEqual(await bytesOf(own), CONTENT);
    },
  ));

test('an error before the first byte gives an error response', async () => {
  const fail = (error: Error) => (source: Source) =>
    // biome-ignore lint/correctness/useYield: the test needs a source that fails before its first chunk.
    sampleFile(source, {}, async function* () {
      throw error;
    });
  await serving(
    fail(new ApiError('UPSTREAM_UNAVAILABLE', messages.problem.UPSTREAM_UNAVAILABLE())),
    async (own, source) => {
      const answered = await get(own);
      assert.deepEqual([answered.status, refusal(answered, 'before').code], [503, 'UPSTREAM_UNAVAILABLE']);
      assert.deepEqual([own.faults, source.freed], [[], 1]);
    },
  );
  await serving(fail(new Error('secret')), async (own) => {
    assert.equal(refusal(await get(own), 'before').code, 'INTERNAL_ERROR');
    assert.equal(own.faults.length, 1);
  });
});

test('a source that fails or breaks its announced length aborts the connection and is logged', async () => {
  const tooMuch = /announced length of 10000 bytes/;
  const cases: [what: RegExp, pieces: () => Iterable<Uint8Array>][] = [
    [
      /no more/,
      function* () {
        yield CONTENT.subarray(0, 1_000);
        throw new Error('no more');
      },
    ],
    [/ended after 1000 of 10000 announced bytes/, () => [CONTENT.subarray(0, 1_000)]],
    [tooMuch, () => [CONTENT, CONTENT]],
  ];
  for (const [what, pieces] of cases)
    await serving(
      (source) => sampleFile(source, {}, pieces),
      async (own, source) => {
        // The client has received the announced length; excess bytes are never sent.
        if (what === tooMuch) assert.deepEqual(await bytesOf(own), CONTENT);
        else await assert.rejects(bytesOf(own));
        await until('own.faults.length > 0 && source.freed === 1', () => own.faults.length > 0 && source.freed === 1);
        assert.match(String(own.faults[0]), what);
      },
    );
});

test('a file that contradicts its declaration is not sent', async () => {
  for (const more of [
    { mediaType: 'image/png' },
    { mediaType: 'text/x\r\na: b' },
    { mediaType: 'application/pdf; a=\r\nb: c' },
    { mediaType: 'application/pdf; a=ș' },
    { name: '' },
    { sizeBytes: -1 },
    { sha256: 'x' },
  ])
    await serving(
      (source) => sampleFile(source, more),
      async (own, source) => {
        assert.equal(refusal(await get(own), JSON.stringify(more)).code, 'INTERNAL_ERROR');
        assert.deepEqual(source.opened, []);
      },
    );
});

test('a file needs Pro access, and is sent for any Accept header', () =>
  serving(
    (source) => sampleFile(source),
    async (own, source) => {
      assert.equal((await get(own, { accept: 'application/pdf' })).status, 200);
      assert.equal((await get(own, { accept: 'text/*;q=0.1' })).status, 200);
      assert.equal((await get(own, { accept: 'image/png' })).status, 200);
      Object.assign(own.caller, { kind: 'browser', pro: false });
      assert.equal(refusal(await get(own), 'visitor').code, 'PRO_KEY_REQUIRED');
      Object.assign(own.caller, { kind: 'payment' });
      assert.equal(refusal(await get(own), 'payer').code, 'API_KEY_REQUIRED');
      assert.equal(source.opened.length, 3);
    },
  ));
