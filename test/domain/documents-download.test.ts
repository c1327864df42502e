/** Download of one document over real sockets: whole and in ranges, names, headers against execution, and errors for missing files. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { messages } from '#locales/messages.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { fillDocuments, sha256, signerOf } from '#test/support/filled-documents.ts';
import { ask, refusal } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const NOTICE = 'CN4000001';
const PAGE = '<!doctype html><script>document.title = "run"</script>';
const BYTES = Buffer.from(Uint8Array.from({ length: 10_000 }, (_, i) => i % 251));

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    const signed = { kind: 'cms', signers: [signerOf({})] } as const;
    const versions = [1];
    await fillDocuments(service.store.documents, service.blobs, {
      notice: NOTICE,
      state: 'partial',
      documents: [
        {
          code: `${NOTICE}/00001`,
          name: 'Fișă de date „țărm”.pdf.p7m',
          versions,
          content: BYTES,
          mediaType: 'application/pdf',
          sealed: signed,
          publishedOn: '2026-11-03',
        },
        { code: `${NOTICE}/00002`, name: 'Pagină.pdf', versions, content: PAGE, mediaType: 'text/html' },
        {
          code: `${NOTICE}/00003`,
          name: 'Lipsă.pdf',
          versions,
          state: 'failed',
          reason: messages.collecting.tooLarge(),
        },
        {
          code: `${NOTICE}/00004`,
          name: 'Rupt.p7m',
          versions,
          content: null,
          sealed: { kind: 'cms', signers: [] },
          reason: messages.seals.encrypted(),
        },
        { code: `${NOTICE}/00005`, name: 'Pierdut.pdf', versions, content: 'lost' },
        { code: `${NOTICE}/00006`, name: 'Nedesfăcut.pdf', versions, state: 'stored' },
      ],
    });
    await service.blobs.delete(sha256('lost'));
  });
  after(() => service.close());

  const path = (number: number, query = ''): string => `/api/sicap/document/${NOTICE}-0000${number}/download${query}`;
  const get = (number: number, headers: Record<string, string> = {}, query = '', method = 'GET') =>
    ask(service.port, { method, path: path(number, query), headers: { 'x-api-key': DEMO_KEY, ...headers } });
  const bytesOf = async (number: number, headers: Record<string, string> = {}, query = ''): Promise<Buffer> => {
    const response = await fetch(`${service.origin}${path(number, query)}`, {
      headers: { 'x-api-key': DEMO_KEY, ...headers },
    });
    return Buffer.from(await response.arrayBuffer());
  };

  test('a document is sent without its signature container, under its Romanian name, with headers that prevent execution', async () => {
    const { status, headers } = await get(1);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/pdf');
    assert.equal(headers['content-length'], '10000');
    assert.equal(headers.etag, `"${sha256(BYTES)}"`);
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
    const disposition = headers['content-disposition'] ?? '';
    assert.match(disposition, /^attachment; filename="[ -~]+"; filename\*=UTF-8''/);
    assert.equal(decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''), 'Fișă de date „țărm”.pdf');
    assert.deepEqual(await bytesOf(1), BYTES);
  });

  test('a file with HTML bytes has the HTML type and is an attachment, whatever its name', async () => {
    const { headers } = await get(2);
    assert.equal(headers['content-type'], 'text/html');
    assert.match(headers['content-disposition'] ?? '', /^attachment/);
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
  });

  test('byte ranges are served, only of the same file', async () => {
    const { headers, status } = await get(1, { range: 'bytes=500-999' });
    assert.deepEqual([status, headers['content-range']], [206, 'bytes 500-999/10000']);
    assert.deepEqual(await bytesOf(1, { range: 'bytes=500-999' }), BYTES.subarray(500, 1_000));
    const same = await get(1, { range: 'bytes=-10', 'if-range': `"${sha256(BYTES)}"` });
    assert.equal(same.status, 206);
    const other = await get(1, { range: 'bytes=-10', 'if-range': '"another"' });
    assert.deepEqual([other.status, other.headers['content-length']], [200, '10000']);
    assert.equal((await get(1, { range: 'bytes=10000-' })).status, 416);
    assert.equal((await get(1, { 'if-none-match': `"${sha256(BYTES)}"` })).status, 304);
    const head = await get(1, {}, '', 'HEAD');
    assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, '10000', '']);
  });

  test('a file has its publication date as Last-Modified or none, never the download date', async () => {
    const published = 'Tue, 03 Nov 2026 00:00:00 GMT';
    for (const query of ['', '?sealed=true']) {
      assert.equal((await get(1, {}, query)).headers['last-modified'], published);
      assert.equal((await get(1, { 'if-modified-since': published }, query)).status, 304);
    }
    assert.equal((await get(1, { 'if-modified-since': 'Mon, 02 Nov 2026 00:00:00 GMT' })).status, 200);
    assert.equal((await get(1, { range: 'bytes=-10', 'if-range': published })).status, 206);
    const { headers } = await get(2);
    assert.deepEqual([headers['last-modified'], headers.etag], [undefined, `"${sha256(PAGE)}"`]);
    // It is unknown whether the file changed since: it is sent, unless the caller names its ETag.
    const since = { 'if-modified-since': new Date().toUTCString() };
    assert.equal((await get(2, since)).status, 200);
    assert.equal((await get(2, { 'if-unmodified-since': published })).status, 200);
    assert.equal((await get(2, { ...since, 'if-none-match': headers.etag ?? '' })).status, 304);
  });

  test('the published file is available with sealed=true, even if no content could be extracted', async () => {
    const { status, headers } = await get(1, {}, '?sealed=true');
    assert.deepEqual([status, headers['content-type']], [200, 'application/pkcs7-mime']);
    assert.match(headers['content-disposition'] ?? '', /\.pdf\.p7m$/);
    assert.ok((await bytesOf(1, {}, '?sealed=true')).toString().startsWith('sealed Fișă'));
    const broken = await get(4);
    assert.equal(broken.status, 422);
    assert.match(refusal(broken, 'broken').message, /encrypted.*sealed=true/);
    assert.equal((await get(4, {}, '?sealed=true')).status, 200);
    assert.equal((await get(6, {}, '?sealed=true')).status, 200);
  });

  test('a failed, lost or unopened file gives an error with the reason, and is requested again', async () => {
    const failed = await get(3);
    assert.deepEqual([failed.status, refusal(failed, 'failed').code], [503, 'UPSTREAM_UNAVAILABLE']);
    assert.match(
      refusal(failed, 'failed').message,
      /larger than the limit for collected files\. Another attempt follows\.$/,
    );
    const requested = await service.store.documents.one<{ asked_at: number | null }>(
      'select asked_at from documentation where notice = $1',
      [NOTICE],
    );
    assert.notEqual(requested?.asked_at ?? null, null);
    await service.store.documents.write([
      { sql: 'update documentation set asked_at = null where notice = $1', params: [NOTICE] },
    ]);
    const lost = await get(5);
    assert.deepEqual([lost.status, refusal(lost, 'lost').code], [409, 'DOCUMENTATION_NOT_READY']);
    assert.match(refusal(lost, 'lost').message, /no longer stored and is being fetched again/);
    assert.equal((await get(6)).status, 409);
    const row = await service.store.documents.one<{ asked_at: number | null }>(
      'select asked_at from documentation where notice = $1',
      [NOTICE],
    );
    assert.ok(row?.asked_at);
  });

  test('wrong input, an unknown document and callers without Pro are refused', async () => {
    assert.equal((await get(1, {}, '?sealed=maybe')).status, 400);
    const unknown = await ask(service.port, {
      path: '/api/sicap/document/CN9-9/download',
      headers: { 'x-api-key': DEMO_KEY },
    });
    assert.equal(unknown.status, 404);
    const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const visitor = await ask(service.port, { path: path(1), headers: { cookie } });
    assert.equal(refusal(visitor, 'visitor').code, 'PRO_KEY_REQUIRED');
    assert.equal(refusal(await ask(service.port, { path: path(1) }), 'stranger').code, 'API_KEY_REQUIRED');
  });

  test('the service reported no faults', () => assert.deepEqual(service.faults, []));
});

test('text and file of a document of an installation without procurement are a source that is not loaded', async () => {
  const service = await smallService({ bare: true });
  try {
    for (const operation of ['text', 'download']) {
      const path = `/api/sicap/document/${NOTICE}-00001/${operation}`;
      const answered = await ask(service.port, { path, headers: { 'x-api-key': DEMO_KEY } });
      assert.deepEqual([answered.status, refusal(answered, operation).code], [503, 'SOURCE_NOT_LOADED'], operation);
    }
  } finally {
    await service.close();
  }
});
