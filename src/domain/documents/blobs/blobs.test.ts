/** Files by their digest, in a folder and in S3-compatible storage: one suite, since both must behave the same. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import S3rver from 's3rver';
import { BlobMissing, type Blobs } from './blobs.ts';
import { clearStaging, openFolderBlobs } from './folder-blobs.ts';
import { openS3Blobs, type S3Settings } from './s3-blobs.ts';

const never = new AbortController().signal;
const LARGE_BYTES = 12_000_000;
/** The smallest part size that storages accept. */
const PART_BYTES = 5 * 2 ** 20;

function blobsSuite(name: string, start: (folder: string) => Promise<{ blobs: Blobs; stop(): Promise<void> }>): void {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-blobs-'));
    let blobs: Blobs;
    let stop: () => Promise<void>;
    before(async () => {
      ({ blobs, stop } = await start(folder));
    });
    after(async () => {
      await blobs.close();
      await stop();
      rmSync(folder, { recursive: true });
    });

    const written = (bytes: Buffer): { path: string; sha256: string; bytes: Buffer } => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = join(folder, `given-${sha256.slice(0, 8)}`);
      writeFileSync(path, bytes);
      return { path, sha256, bytes };
    };
    const bytesOf = async (sha256: string, part: { start: number; end: number } | null = null): Promise<Buffer> =>
      Buffer.concat(await Array.fromAsync(blobs.open(sha256, part, never)));
    const small = written(Buffer.from('Caiet de sarcini'));
    const large = written(randomBytes(LARGE_BYTES));

    for (const { path, sha256, bytes } of [small, large])
      test(`a file of ${bytes.length} bytes is read whole and in ranges`, async () => {
        assert.equal(await blobs.sizeOf(sha256), null);
        await blobs.put(path, sha256);
        assert.equal(await blobs.sizeOf(sha256), bytes.length);
        assert.ok(bytes.equals(await bytesOf(sha256)));
        assert.deepEqual(await bytesOf(sha256, { start: 3, end: 9 }), bytes.subarray(3, 10));
        const end = bytes.length - 1;
        assert.deepEqual(await bytesOf(sha256, { start: end, end }), bytes.subarray(end));
      });

    test('a file stored twice exists once, and the source file stays', async () => {
      await blobs.put(small.path, small.sha256);
      await blobs.put(small.path, small.sha256);
      assert.ok(statSync(small.path).isFile());
      const entries = await Array.fromAsync(blobs.list());
      assert.deepEqual(
        entries.toSorted((a, b) => a.sizeBytes - b.sizeBytes),
        [small, large].map(({ sha256, bytes }) => ({ sha256, sizeBytes: bytes.length })),
      );
    });

    test('a blob is available as a temporary file, which is removed after use', async () => {
      const working = join(folder, 'working');
      mkdirSync(working);
      const size = await blobs.asFile(large.sha256, working, async (path) => statSync(path).size);
      assert.equal(size, LARGE_BYTES);
      assert.deepEqual(readdirSync(working), []);
    });

    test('a blob with other bytes than those of its name counts as missing, and the right one can be stored', async () => {
      const right = written(Buffer.from('Oferta: 100 lei'));
      await blobs.put(written(Buffer.from('Oferta: 900 lei')).path, right.sha256);
      const read = () => blobs.asFile(right.sha256, folder, async (path) => readFileSync(path, 'utf8'));
      await assert.rejects(read(), BlobMissing);
      assert.equal(await blobs.sizeOf(right.sha256), null);
      await blobs.put(right.path, right.sha256);
      assert.equal(await read(), 'Oferta: 100 lei');
      await blobs.delete(right.sha256);
    });

    test('a missing blob is reported as missing by every method', async () => {
      const sha256 = 'ab'.repeat(32);
      assert.equal(await blobs.sizeOf(sha256), null);
      await assert.rejects(bytesOf(sha256), BlobMissing);
      await assert.rejects(
        blobs.asFile(sha256, folder, async () => {}),
        BlobMissing,
      );
      await blobs.delete(sha256);
    });

    test('an aborted reader stops the stream', async () => {
      const leaving = new AbortController();
      await assert.rejects(async () => {
        for await (const _ of blobs.open(large.sha256, null, leaving.signal)) leaving.abort(new Error('gone'));
      });
    });

    test('a deleted blob is gone', async () => {
      await blobs.delete(large.sha256);
      assert.equal(await blobs.sizeOf(large.sha256), null);
      assert.ok(await blobs.sizeOf(small.sha256));
    });

    test('a name other than a digest is refused', async () => {
      for (const name of ['../../state.db', 'AB'.repeat(32), ''])
        await assert.rejects(async () => blobs.sizeOf(name), /SHA-256/);
    });
  });
}

blobsSuite('a folder', async (folder) => {
  const blobs = await openFolderBlobs(join(folder, 'blobs'));
  return { blobs, stop: async () => {} };
});

blobsSuite('S3-compatible storage', async (folder) => {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'documents', configs: [] }],
  });
  const { port } = await server.run();
  const settings = settingsAt(`http://127.0.0.1:${port}`);
  return { blobs: openS3Blobs(settings, PART_BYTES), stop: () => server.close() };
});

function settingsAt(endpoint: string): S3Settings {
  return {
    endpoint,
    region: 'us-east-1',
    bucket: 'documents',
    prefix: 'of/tenders',
    keyId: 'S3RVER',
    secret: 'S3RVER',
  };
}

test('files of a folder are readable by their owner only, and appear only when complete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-blobs-'));
  try {
    const blobs = await openFolderBlobs(join(folder, 'blobs'));
    const given = join(folder, 'given');
    writeFileSync(given, 'text', { mode: 0o644 });
    const sha256 = createHash('sha256').update('text').digest('hex');
    await blobs.put(given, sha256);
    const mode = await blobs.asFile(sha256, folder, async (path) => statSync(path).mode);
    assert.equal(mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'blobs')).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(join(folder, 'blobs', 'aside')), []);
    const left = join(folder, 'blobs', 'aside', 'left');
    writeFileSync(left, 'half');
    await clearStaging(join(folder, 'blobs'), 60_000);
    assert.ok(existsSync(left), 'another process may be writing it');
    utimesSync(left, 0, 0);
    await clearStaging(join(folder, 'blobs'), 60_000);
    assert.ok(!existsSync(left));
    assert.equal(await blobs.sizeOf(sha256), 4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a storage with transient errors is retried, and a refusal gives its status', async () => {
  let requests = 0;
  let status = 503;
  const server: Server = createServer((_, response) => {
    requests++;
    response.writeHead(status, { 'content-length': 0 }).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const blobs = openS3Blobs(settingsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    await assert.rejects(blobs.sizeOf('ab'.repeat(32)), /HTTP 503/);
    assert.equal(requests, 4);
    status = 403;
    await assert.rejects(blobs.sizeOf('ab'.repeat(32)), (error: Error) => {
      assert.match(error.message, /HTTP 403/);
      assert.doesNotMatch(error.message, /S3RVER/);
      return true;
    });
    assert.equal(requests, 5);
  } finally {
    server.close();
  }
});

test('a storage that repeats a page of its listing is reported, not read for ever', async () => {
  const page = `<ListBucketResult><Contents><Key>${'ab'.repeat(32)}</Key><Size>1</Size></Contents><NextContinuationToken>again</NextContinuationToken></ListBucketResult>`;
  let requests = 0;
  const server: Server = createServer((_, response) => {
    if (requests++ < 10) response.end(page);
    else response.writeHead(400).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const blobs = openS3Blobs(settingsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    await assert.rejects(Array.fromAsync(blobs.list()), /repeats a page of its listing/);
    assert.equal(requests, 2);
  } finally {
    server.close();
  }
});
