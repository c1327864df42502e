/** All documents of a procedure in one archive, downloaded over real sockets and unpacked with an independent library. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { type Entry, fromBuffer } from 'yauzl';
import { BlobMissing, type Blobs } from '#domain/documents/blobs/blobs.ts';
import { withhold } from '#domain/documents/tables/documents-table.ts';
import { messages } from '#locales/messages.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { fillDocuments, sha256, signerOf } from '#test/support/filled-documents.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const NOTICE = 'CN5000001';
const LARGE = 'CN5000002';
const TEXT = 'Un text care se împachetează bine. '.repeat(1_000);
const SIZE = 30_000_000;
const PIECE = Buffer.alloc(65_536, 7);

/** The behaviour of the large file, and counters of its readers. */
const source = { breaksAt: SIZE, opened: 0, freed: 0, given: 0, wrong: false };

/** The bytes are generated, so that the test needs no disk space. */
const withLarge = (own: Blobs): Blobs => ({
  ...own,
  sizeOf: (digest) => (digest === largeDigest ? Promise.resolve(SIZE) : own.sizeOf(digest)),
  open: (digest, part, signal) => (digest === largeDigest ? largeFile(signal) : own.open(digest, part, signal)),
});

async function* largeFile(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  source.opened++;
  try {
    for (let at = 0; at < SIZE; at += PIECE.length) {
      signal.throwIfAborted();
      if (at >= source.breaksAt) throw new BlobMissing(largeDigest);
      const piece = PIECE.subarray(0, Math.min(PIECE.length, SIZE - at));
      source.given += piece.length;
      yield source.wrong && at === 0 ? Buffer.alloc(piece.length, 8) : piece;
    }
  } finally {
    source.freed++;
  }
}

const largeDigest = sha256(Buffer.alloc(SIZE, 7));

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl, blobs: withLarge });
    await fill(service);
  });
  after(() => service.close());

  const path = (notice: string, query = ''): string => `/api/sicap/procedure/${notice}/bundle${query}`;
  const get = (notice: string, query = '', headers: Record<string, string> = { 'x-api-key': DEMO_KEY }) =>
    fetch(`${service.origin}${path(notice, query)}`, { headers });
  const unpacked = async (notice: string, query = ''): Promise<Map<string, Unpacked>> => {
    const response = await get(notice, query);
    assert.equal(response.status, 200);
    return unpack(Buffer.from(await response.arrayBuffer()));
  };

  test('the archive holds all documents of the newest version without signature containers, each in its folder', async () => {
    const response = await get(NOTICE);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(response.headers.get('content-disposition'), `attachment; filename=${NOTICE}-v2.zip`);
    assert.equal(response.headers.get('accept-ranges'), 'none');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const files = await unpack(Buffer.from(await response.arrayBuffer()));
    const tag = response.headers.get('etag') ?? '';
    // The archive changes when a document is withheld, at a time that is not published.
    assert.equal(response.headers.get('last-modified'), null);
    assert.match(tag, /^W\/"[0-9a-f]{64}"$/);
    assert.equal((await get(NOTICE, '', { 'x-api-key': DEMO_KEY, 'if-none-match': tag })).status, 304);
    assert.equal((await get(NOTICE, '?lang=ro', { 'x-api-key': DEMO_KEY, 'if-none-match': tag })).status, 200);
    assert.deepEqual(
      [...files.keys()],
      [
        'MANIFEST.json',
        'README.txt',
        'Documentatie/Caiet de sarcini – ăîâșț.txt',
        'Documentatie/__.._etc_passwd',
        'Clarificari/Răspuns.pdf',
        'Documentatie/CAIET de sarcini – ăîâșț (2).txt',
        'Documentatie/Semnătură.p7s',
      ],
    );
    assert.equal(files.get('Documentatie/Caiet de sarcini – ăîâșț.txt')?.text, TEXT);
    assert.equal(files.get('Documentatie/Semnătură.p7s')?.text, 'Semnătură.p7s');
    // Compressed formats are stored; text is deflated.
    assert.equal(files.get('Clarificari/Răspuns.pdf')?.method, 0);
    assert.equal(files.get('Documentatie/Caiet de sarcini – ăîâșț.txt')?.method, 8);
  });

  test('a file in the archive has its publication date or the zero date of the format, never the download date', async () => {
    const files = await unpacked(NOTICE);
    const dated = files.get('Clarificari/Răspuns.pdf');
    assert.deepEqual(dated?.modifiedAt, new Date('2026-11-03T00:00:00.000Z'));
    // Without a time zone, as in the format.
    const undated = files.get('Documentatie/Caiet de sarcini – ăîâșț.txt');
    assert.deepEqual(undated?.modifiedAt, new Date(1980, 0, 1));
  });

  test('the manifest lists digests, signatures and versions, and the reasons for missing and withheld files', async () => {
    const files = await unpacked(NOTICE);
    const manifest = JSON.parse(files.get('MANIFEST.json')?.text ?? '');
    assert.deepEqual([manifest.notice, manifest.version, manifest.versions.length], [NOTICE, 2, 2]);
    for (const { path: location, sha256: digest, sizeBytes } of manifest.documents) {
      if (location === null) continue;
      assert.equal(sha256(files.get(location)?.bytes ?? ''), digest);
      assert.equal(files.get(location)?.bytes.length, sizeBytes);
    }
    const byId = new Map(manifest.documents.map((one: { id: string }) => [one.id, one])) as Map<string, never>;
    const { signatures, signatureVerdict } = byId.get(`${NOTICE}-00001`) as never as Answer;
    assert.deepEqual([signatureVerdict, signatures[0]?.signer?.name], ['valid', 'DRAGOMIRESCU VASILICA']);
    const failed = byId.get(`${NOTICE}-00005`) as never as Answer;
    assert.deepEqual([failed.path, failed.missing?.code], [null, 'collecting.refused']);
    const withheld = byId.get(`${NOTICE}-00006`) as never as Answer;
    assert.deepEqual([withheld.path, withheld.name, withheld.withheld?.why], [null, null, 'Asked for by a person.']);
    assert.doesNotMatch([...files.values()].map(({ text }) => text).join(), /Taină/);
  });

  test('the readme repeats the manifest in the requested language', async () => {
    const english = (await unpacked(NOTICE)).get('README.txt')?.text ?? '';
    assert.match(english, /Documents of CN5000001, version 2 of 2\./);
    assert.match(english, /MISSING: The procurement system did not send the file\./);
    assert.match(english, /WITHHELD: Asked for by a person\./);
    assert.match(english, /signed by DRAGOMIRESCU VASILICA: valid/);
    const romanian = (await unpacked(NOTICE, '?lang=ro')).get('CITESTE.txt')?.text ?? '';
    assert.match(romanian, /LIPSEȘTE: Sistemul de achiziții nu a livrat fișierul\./);
  });

  test('an older version has its own archive', async () => {
    const files = await unpacked(NOTICE, '?version=1');
    assert.ok(files.has('Documentatie/__.._etc_passwd'));
    assert.ok(!files.has('Clarificari/Răspuns.pdf'));
    assert.equal((await get(NOTICE, '?version=7')).status, 404);
  });

  test('a large file is streamed without being held in memory', async () => {
    source.given = 0;
    const response = await get(LARGE);
    let bytes = 0;
    let most = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      most = Math.max(most, source.given - bytes);
    }
    assert.ok(bytes > SIZE);
    // Data in transit is in the buffers of sockets and streams.
    assert.ok(most < SIZE / 2, `${most} bytes of ${SIZE}`);
    await until('the file is closed', async () => source.freed === source.opened);
  });

  test('a file that breaks off or changes aborts the archive visibly and is logged', async () => {
    for (const trouble of ['breaks', 'is another'] as const) {
      source.breaksAt = trouble === 'breaks' ? 5_000_000 : SIZE;
      source.wrong = trouble === 'is another';
      const faults = service.faults.length;
      const response = await get(LARGE);
      assert.equal(response.status, 200);
      await assert.rejects(response.arrayBuffer(), trouble);
      await until('the fault is logged', async () => service.faults.length > faults);
      assert.match(
        String(service.faults.at(-1)),
        trouble === 'breaks' ? /is not stored here/ : /no longer what was stored/,
      );
    }
    source.breaksAt = SIZE;
    source.wrong = false;
    await until('all files are closed', async () => source.freed === source.opened);
  });

  test('a client that disconnects frees all resources', async () => {
    const faults = service.faults.length;
    source.given = 0;
    const sent = request({
      port: service.port,
      host: '127.0.0.1',
      path: path(LARGE),
      headers: { 'x-api-key': DEMO_KEY },
    });
    sent.end();
    const [response] = await once(sent, 'response');
    await once(response, 'data');
    response.pause();
    await until('the file is open', async () => source.opened === source.freed + 1);
    sent.destroy();
    await until('the file is closed', async () => source.freed === source.opened);
    assert.ok(source.given < SIZE);
    assert.equal(service.faults.length, faults);
  });

  test('a notice without documents has no archive, and a caller without Pro is refused', async () => {
    await fillDocuments(service.store.documents, service.blobs, { notice: 'CN5000003', state: 'none', documents: [] });
    const { status } = await get('CN5000003');
    assert.equal(status, 404);
    assert.equal((await get('CN9999999')).status, 404);
    assert.equal((await get('x y')).status, 400);
    const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await get(NOTICE, '', { cookie })).status, 403);
    assert.equal((await get(NOTICE, '', {})).status, 401);
  });
});

interface Answer {
  path: string | null;
  name: string | null;
  signatureVerdict: string | null;
  signatures: { signer: { name: string } | null }[];
  missing: { code: string } | null;
  withheld: { why: string } | null;
}

interface Unpacked {
  bytes: Buffer;
  text: string;
  method: number;
  modifiedAt: Date;
}

/** Checks checksums and sizes while unpacking. */
async function unpack(bytes: Buffer): Promise<Map<string, Unpacked>> {
  const files = new Map<string, Unpacked>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true }, (error, zip) => {
    if (error) return reject(error);
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, async (failed, stream) => {
        if (failed) return reject(failed);
        const content = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
        files.set(entry.fileName, {
          bytes: content,
          text: content.toString(),
          method: entry.compressionMethod,
          modifiedAt: entry.getLastModDate(),
        });
        zip.readEntry();
      }),
    );
    zip.readEntry();
  });
  await promise;
  return files;
}

async function fill({ store: { documents: db, state }, blobs }: SmallService): Promise<void> {
  const signed = { kind: 'cms', signers: [signerOf({})] } as const;
  const both = [1, 2];
  await fillDocuments(db, blobs, {
    notice: NOTICE,
    state: 'partial',
    documents: [
      {
        code: `${NOTICE}/00001`,
        name: 'Caiet de sarcini – ăîâșț.txt.p7m',
        versions: [2],
        content: TEXT,
        sealed: signed,
      },
      { code: `${NOTICE}/00002`, name: '../../etc/passwd', versions: both, content: 'root' },
      {
        code: `${NOTICE}/00003`,
        name: 'Răspuns.pdf',
        section: 'clarification',
        versions: [2],
        content: '%PDF-1.7',
        mediaType: 'application/pdf',
        publishedOn: '2026-11-03',
      },
      { code: `${NOTICE}/00004`, name: 'CAIET de sarcini – ăîâșț.txt', versions: [2], content: 'al doilea' },
      {
        code: `${NOTICE}/00005`,
        name: 'Lipsă.pdf',
        versions: [2],
        state: 'failed',
        reason: messages.collecting.refused(),
      },
      { code: `${NOTICE}/00006`, name: 'Taină.txt', versions: both, content: 'Taină' },
      { code: `${NOTICE}/00007`, name: 'Semnătură.p7s', versions: [2], content: null },
    ],
  });
  await withhold(state, {
    id: `${NOTICE}-00006`,
    why: 'Asked for by a person.',
    withheld_at: '2026-11-16T00:00:00.000Z',
  });
  await fillDocuments(db, blobs, {
    notice: LARGE,
    state: 'available',
    documents: [
      { code: `${LARGE}/00001`, name: 'Mic.txt', versions: [1], content: 'mic' },
      { code: `${LARGE}/00002`, name: 'Mare.pdf', versions: [1], content: 'mare', mediaType: 'application/pdf' },
    ],
  });
  await db.write([
    {
      sql: 'update document set content_sha256 = $1, content_bytes = $2 where id = $3',
      params: [largeDigest, SIZE, `${LARGE}-00002`],
    },
  ]);
}
