import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Limits } from '#lib/safe-fetch/exchange.ts';
import { startUpstream } from '#test/support/upstream.ts';
import { download, type Progress } from './download.ts';

/** Generous limits; a test that needs a time-out sets its own. */
const limits: Limits = { connectMs: 60_000, idleMs: 60_000, totalMs: 60_000, sizeBytesMax: 1_000_000, retries: 2 };
const clock = { now: Date.now, sleep: async () => {}, random: () => 0 };

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firmoteca-download-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a broken download starts over and leaves only the complete file', async (t) => {
  const folder = await folderOf(t);
  const path = join(folder, 'OD_FIRME.CSV');
  const content = 'x'.repeat(300_000);
  let attempts = 0;
  const url = await startUpstream(t, (request, response) => {
    assert.equal(request.headers.range, undefined);
    response.writeHead(200, { 'content-length': content.length, 'last-modified': 'Wed, 02 Sep 2026 08:00:00 GMT' });
    if (++attempts < 3) response.write(content.slice(0, 100_000), () => response.destroy());
    else response.end(content);
  });
  const seen: Progress[] = [];
  const result = await download({ url, userAgent: 'test' }, path, { limits, clock, onProgress: (at) => seen.push(at) });
  assert.deepEqual(result, { path, sizeBytes: 300_000, lastModified: 'Wed, 02 Sep 2026 08:00:00 GMT' });
  assert.equal(await readFile(path, 'utf8'), content);
  assert.deepEqual(await readdir(folder), ['OD_FIRME.CSV']);
  assert.deepEqual(seen.at(-1), { bytes: 300_000, bytesTotal: 300_000, attempt: 3 });
});

test('an invalid answer does not replace the existing file', async (t) => {
  const folder = await folderOf(t);
  const path = join(folder, 'OD_FIRME.CSV');
  await writeFile(path, 'the old one');
  const answers: Record<string, [status: number, body: string, reason: string]> = {
    '/page': [200, '<!DOCTYPE html><html>home</html>', 'html'],
    '/gone': [404, 'gone', 'rejected'],
    '/down': [503, '', 'http-5xx'],
    '/busy': [429, 'slower', 'rate-limited'],
    '/empty': [200, '', 'malformed'],
    '/large': [200, 'x'.repeat(1_000_001), 'malformed'],
  };
  const url = await startUpstream(t, (request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [];
    response.writeHead(status ?? 500).end(body);
  });
  for (const [at, [, , reason]] of Object.entries(answers)) {
    const result = await download({ url: url + at, userAgent: 'test' }, path, { limits, clock });
    assert.equal('reason' in result && result.reason, reason, at);
  }
  assert.equal(await readFile(path, 'utf8'), 'the old one');
  assert.deepEqual(await readdir(folder), ['OD_FIRME.CSV']);
});

test('a missing folder throws and is not an outcome of the source', async (t) => {
  const url = await startUpstream(t, (_, response) => response.end('x'));
  const path = join(await folderOf(t), 'missing', 'file');
  await assert.rejects(download({ url, userAgent: 'test' }, path, { limits, clock }), /ENOENT/);
});
