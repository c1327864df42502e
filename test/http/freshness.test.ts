/** Freshness of answers: it follows the age of the data, not the caller; and an unreachable source is reported. */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { windowSeconds } from '#api/operation-result.ts';
import { observationsTable } from '#data/live/observations-table.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';

interface Meta {
  source: string;
  sources: { name: string; covers: string[]; fetchedAt: string | null; state?: string }[];
  cachedAt: string | null;
  freshUntil: string | null;
  stale: boolean;
  warnings?: string[];
}

interface Answer {
  data: unknown;
  meta: Meta;
  cacheControl: string;
}

const MINUTE_MS = 60_000;
let service: SmallService;

before(async () => {
  service = await smallService();
  await observe(companyCui(0), Date.now() - 3_600_000);
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
});
after(async () => {
  mock.timers.reset();
  await service.close();
});

/** Stores an observation as if the tax authority had answered at that time. */
async function observe(cui: string, at: number): Promise<void> {
  const record = tinyCountry().fiscalRecord(cui, '2026-11-15') ?? assert.fail();
  const observation = { outcome: 'found' as const, record, fetchedAt: new Date(at).toISOString() };
  await service.store.live.write([observationsTable(service.store.live).storeFiscal(cui, observation, true)]);
}

async function get(path: string, more: RequestInit = {}): Promise<Answer> {
  const headers = { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' };
  const response = await fetch(`${service.origin}${path}`, { headers, ...more });
  assert.equal(response.status, 200, path);
  const { data, meta } = (await response.json()) as Answer;
  return { data, meta, cacheControl: response.headers.get('cache-control') ?? '' };
}

/** Every example of every operation, by name, with its freshness window. */
async function askAll(): Promise<Map<string, Answer & { windowMs: number }>> {
  const answers = new Map<string, Answer & { windowMs: number }>();
  for (const { id, declaration } of service.operations) {
    // Files have no `meta`; another test covers their caching.
    if (declaration.file) continue;
    const { method = 'GET', path, examples, fresh } = declaration;
    const windowMs = fresh === 'static' ? Number.POSITIVE_INFINITY : windowSeconds[fresh] * 1000;
    for (const { title, params, query, body } of examples) {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
      const sent = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
      answers.set(`${id}: ${title.en}`, { ...(await get(`${address}?${new URLSearchParams(query)}`, sent)), windowMs });
    }
  }
  return answers;
}

test('a repeated request has the same freshUntil until the window ends', async () => {
  const first = await askAll();
  mock.timers.tick(7 * MINUTE_MS);
  const second = await askAll();
  for (const [where, { meta, windowMs }] of first) {
    const later = second.get(where)?.meta.freshUntil ?? null;
    if (meta.freshUntil === null) assert.equal(later, null, where);
    else if (meta.stale || Date.parse(meta.freshUntil) > Date.now()) assert.equal(later, meta.freshUntil, where);
    else assert.ok(Date.parse(later ?? '') <= Date.now() + windowMs, where);
  }
});

test('max-age is the remaining freshness, and 0 for stale answers', async () => {
  const [answers, now] = [await askAll(), Date.now()];
  for (const [where, { meta, cacheControl }] of answers) {
    const left = Math.floor((Date.parse(meta.freshUntil ?? '') - now) / 1000);
    if (meta.stale) assert.ok(left <= 0, where);
    const seconds = meta.stale ? 0 : meta.freshUntil === null ? 86_400 : left;
    assert.equal(cacheControl, `private, max-age=${seconds}`, where);
  }
});

test('an answer of a generation is fresh for whole windows counted from its creation', async () => {
  const path = '/api/statistica';
  const { meta } = await get(path);
  const made = Date.parse(meta.cachedAt ?? '');
  assert.equal(Date.parse(meta.freshUntil ?? ''), made + 24 * 60 * MINUTE_MS);
  mock.timers.tick(24 * 60 * MINUTE_MS);
  assert.equal(Date.parse((await get(path)).meta.freshUntil ?? ''), made + 48 * 60 * MINUTE_MS);
});

test('VAT is unknown while the tax authority is unreachable, with a warning and the source’s state', async () => {
  const { data, meta } = await get(`/api/company/${companyCui(1)}`);
  assert.equal((data as { vatStatus: string }).vatStatus, 'unknown');
  assert.equal(meta.source, 'onrc');
  assert.deepEqual(
    meta.sources.map(({ name, covers, state, fetchedAt }) => [name, covers, state, fetchedAt === null]),
    [
      ['anaf', ['fiscal'], 'unreachable', true],
      ['onrc', ['registry'], undefined, false],
      ['anaf', ['finances'], undefined, false],
    ],
  );
  assert.match(meta.warnings?.join() ?? '', /tax authority could not be reached.*unknown/);
});

test('the last answer of an unreachable tax authority is used with its date, in look-ups and batches', async () => {
  const at = Date.now() - 30 * 60 * MINUTE_MS;
  await observe(companyCui(2), at);
  const { meta } = await get(`/api/company/${companyCui(2)}`);
  const fetchedAt = new Date(at).toISOString();
  assert.equal(meta.source, 'anaf');
  assert.equal(meta.stale, true);
  assert.deepEqual([meta.sources[0]?.state, meta.sources[0]?.fetchedAt], ['unreachable', fetchedAt]);
  assert.ok(meta.warnings?.some((warning) => warning.includes(fetchedAt)));
  const body = JSON.stringify({ cuis: [companyCui(2), companyCui(1)] });
  const batch = await get('/api/company/batch', { method: 'POST', body });
  assert.deepEqual([batch.meta.sources[0]?.name, batch.meta.sources[0]?.state], ['anaf', 'unreachable']);
});

test('a timeline without data of the tax authority reports the authority as unreachable', async () => {
  const { meta } = await get(`/api/company/${companyCui(1)}/timeline`);
  assert.deepEqual([meta.sources[0]?.name, meta.sources[0]?.state], ['anaf', 'unreachable']);
  assert.equal(meta.stale, true);
  assert.match(meta.warnings?.join() ?? '', /tax authority could not be reached.*unknown/);
});

test('balance sheets report that the web service for missing years is unreachable', async () => {
  const { meta } = await get(`/api/company/${companyCui(1)}/financials`);
  assert.deepEqual([meta.sources[0]?.name, meta.sources[0]?.state], ['anaf', 'unreachable']);
  assert.match(meta.warnings?.join() ?? '', /could not be reached.*2022/);
});

test('rates of an unreachable bank report it as such', async () => {
  const { meta } = await get('/api/rates');
  assert.equal(meta.stale, true);
  assert.deepEqual([meta.sources[0]?.name, meta.sources[0]?.state], ['bnr', 'unreachable']);
});
