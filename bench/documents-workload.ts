/** One workload on documents, in a separate process to measure its memory; prints its milliseconds. */
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changedText } from '#domain/documents/comparison/changed-text.ts';
import { createFileReader } from '#domain/documents/readers/file-reader.ts';
import { zipStream } from '#domain/documents/zip-archive.ts';
import { NO_TRUST } from '#lib/signatures/trust-store.ts';
import { unwrapContainer } from '#lib/signatures/unwrap.ts';

const works: Record<string, (...paths: string[]) => Promise<number>> = {
  async unseal(into = '', ...paths) {
    const folder = mkdtempSync(join(into, 'unsealed-'));
    const started = performance.now();
    for (const path of paths) {
      const { content, levels } = unwrapContainer({ path, into: folder, trust: NO_TRUST, now: new Date() });
      if (content === null || levels[0]?.signers[0]?.integrity !== 'intact') throw new Error(`${path} did not open.`);
      rmSync(content.path);
    }
    return performance.now() - started;
  },
  async text(path = '') {
    const reader = createFileReader({});
    const started = performance.now();
    const { state } = await reader.read(path);
    const ms = performance.now() - started;
    reader.close();
    if (state !== 'read') throw new Error(`${path} is ${state}.`);
    return ms;
  },
  async compare(before = '', after = '') {
    const paged = (path: string) => {
      const text = readFileSync(path, 'utf8');
      return { text, pages: [{ number: 1, start: 0, end: text.length, source: 'text' as const }] };
    };
    const [one, other] = [paged(before), paged(after)];
    const started = performance.now();
    changedText(one, other);
    return performance.now() - started;
  },
  async bundle(folder = '') {
    const files = readdirSync(folder).map((name) => {
      const path = join(folder, name);
      const mediaType = name.endsWith('.pdf') ? 'application/pdf' : 'text/plain';
      return { path, name, mediaType, sizeBytes: statSync(path).size, sha256: digestOf(path) };
    });
    const { signal } = new AbortController();
    const started = performance.now();
    const zipped = files.map(({ path, name, ...file }) => ({
      ...file,
      path: name,
      modifiedAt: null,
      open: () => createReadStream(path),
    }));
    for await (const piece of zipStream([{ path: 'SEMNATURI.json', text: '{}' }], zipped, signal)) void piece;
    return performance.now() - started;
  },
};

/** Digests, which the service knows before streaming and are not measured. All files of a bundle have the same content here. */
const digests = new Map<number, string>();
function digestOf(path: string): string {
  const { size } = statSync(path);
  const known = digests.get(size) ?? createHash('sha256').update(readFileSync(path)).digest('hex');
  digests.set(size, known);
  return known;
}

const [what = '', ...paths] = process.argv.slice(2);
const work = works[what];
if (!work) throw new Error(`There is no work ${what}.`);
console.log(await work(...paths));
