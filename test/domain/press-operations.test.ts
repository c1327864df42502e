/** Press releases, files and articles over the demo country; on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '#data/live/clock.ts';
import { PRESS_HOST } from '#data/sources/press/file-address.ts';
import { releasesOn, showcaseRelease } from '#demo-country/press.ts';
import { words } from '#lib/values/text.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService, type Envelope } from '#test/support/demo-service.ts';
import { DEMO_KEY, smallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

interface Row {
  url: string;
  title: string;
  date: string;
  publishedAt: string;
  publishedTime: string;
  slug: string;
  articleSlug: string | null;
  text: string;
  summary: string;
}

/** Text recognition of all images is the most expensive work of the demo. */
const READ_MS_MAX = 300_000;

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    const { databaseUrl } = await engine.place();
    if (isLongTier) service = await demoService(databaseUrl, 300, systemClock, {}, null, () => true);
    else {
      // The releases were read once for all tests: only one file of each kind is read again.
      service = await demoService(databaseUrl);
      const others = releasesOn('2026-11-15').filter(({ kind }) => kind !== 'text');
      const kinds = Map.groupBy(others, ({ kind }) => kind);
      const again = [showcaseRelease, ...kinds.values().map(([first]) => first)].map((release) => release?.path ?? '');
      await service.store.live.write(
        again.map((path) => ({
          sql: 'delete from press_file where url = $1',
          params: [`https://${PRESS_HOST}${path}`],
        })),
      );
    }
  });
  after(() => service.close());

  /** Retries a file while the readers are busy. */
  const pdfAt = async (path: string): ReturnType<DemoService['get']> => {
    let answer = await service.get(path);
    await until('the readers are free', async () => {
      if (answer.status !== 504) return true;
      answer = await service.get(path);
      return answer.status !== 504;
    });
    return answer;
  };
  const pdf = (url: string) => pdfAt(`/api/press/pdf?url=${encodeURIComponent(url)}`);
  const releases = async (): Promise<Row[]> => (await service.get('/api/press?limit=200')).body.data;
  const named = async (part: string): Promise<Row> => {
    const found = (await releases()).find(({ url }) => decodeURI(url).includes(part));
    assert.ok(found, part);
    return found;
  };

  test('releases are listed newest first, at least eighty, each with a file under a demo URN', async () => {
    const { status, body } = await service.get('/api/press?limit=200');
    assert.equal(status, 200);
    const rows: Row[] = body.data;
    assert.ok(rows.length >= 80);
    const days = rows.map(({ date }) => date);
    assert.deepEqual(days, days.toSorted().toReversed());
    assert.ok(rows.every(({ url }) => url.startsWith('urn:firmoteca:demo:press/static/3/')));
    for (const { url, date, publishedAt, publishedTime } of rows) {
      assert.equal(publishedAt, date);
      assert.match(publishedTime, /^[0-9-]{10}T[0-9:]{8}\.000Z$/);
      const local = new Date(publishedTime).toLocaleString('sv', { timeZone: 'Europe/Bucharest' });
      assert.ok(url.includes(`/${local.replace(/[^0-9]/g, '')}_`), `${url} ${publishedTime}`);
      assert.equal(local.slice(0, 10), date);
    }
    assert.equal(body.meta.source, 'press');
    const windowMs = Date.parse(body.meta.freshUntil) - Date.parse(body.meta.cachedAt);
    assert.equal(windowMs, 30 * 60_000);
  });

  test('releases are paged without gaps or repeats', async () => {
    const seen: string[] = [];
    for (let next: string | null = '/api/press?limit=40'; next !== null; ) {
      const { body } = await service.get(next);
      seen.push(...body.data.map(({ url }: Row) => url));
      next = body.meta.page.next;
    }
    assert.deepEqual(
      seen,
      (await releases()).map(({ url }) => url),
    );
  });

  test('the text of a release PDF is read with diacritics and cached for a day', async () => {
    const { url, title } = await named('Calendarul obligatiilor');
    const { status, body } = await pdf(url);
    assert.equal(status, 200);
    assert.equal(body.data.url, url);
    assert.equal(body.data.title, title);
    assert.equal(body.data.pages, 1);
    assert.match(body.data.text, /Agenția a publicat calendarul obligațiilor fiscale/);
    assert.ok(body.data.sizeBytes > 1_000);
    assert.equal(Date.parse(body.meta.freshUntil) - Date.parse(body.meta.cachedAt), 86_400_000);
    assert.equal((await pdf(url)).body.meta.cached, true);
    // An address pasted unencoded behind `url=`: its %20 arrives as a blank.
    assert.equal((await pdfAt(`/api/press/pdf?url=${url}`)).body.data.url, url);
  });

  test('the images of a scanned release are recognized, and the search finds it by their words', async () => {
    const scan = releasesOn('2026-11-15').find(({ kind }) => kind === 'scan');
    const { url, articleSlug } = await named(decodeURI(scan?.path ?? 'none'));
    let { status, body } = await pdf(url);
    await until(
      'the images are read',
      async () => {
        ({ status, body } = await pdf(url));
        if (body.meta.pending) assert.deepEqual([body.meta.pending, body.data.text], [['text'], null]);
        return !body.meta.pending;
      },
      READ_MS_MAX,
    );
    assert.equal(status, 200);
    assert.deepEqual([body.data.pages, body.data.ocrPages], [1, [1]]);
    const read = new Set(words(body.data.text));
    const printed = words(scan?.text.paragraphs.join(' ') ?? '');
    const lost = printed.filter((word) => !read.has(word));
    assert.ok(lost.length <= printed.length / 20, `of ${printed.length} words ${lost} were not read`);
    assert.match(body.data.text, /[ăâîșț]/);

    const slug = articleSlug ?? (await named(decodeURI(scan?.path ?? 'none'))).articleSlug;
    const article = (await service.get(`/api/press-articles/${slug}`)).body.data;
    assert.deepEqual([article.url, article.ocrPages], [url, [1]]);
    // Recognized words that no other release has in combination.
    const query = encodeURIComponent(
      [...read]
        .filter((word) => word.length > 2)
        .slice(0, 8)
        .join(' '),
    );
    const { records } = (await service.get(`/api/search/all?q=${query}&limit=50`)).body.data;
    assert.ok(records.some(({ id }: { id: string }) => id === slug));
  });

  test('an unreadable file is a 422 with the reason, and a missing file is a 404', async () => {
    for (const [name, why] of [
      ['Raport intern', /encrypted/],
      ['Anunt selectie', /damaged/],
      ['Anunt ilizibil', /none can be read from the pictures/],
    ] as const) {
      const { url } = await named(name);
      let { status, body } = await pdf(url);
      // One file has images in recognition: after a timeout a caller has to repeat the request.
      await until(
        'the file is read',
        async () => {
          ({ status, body } = await pdf(url));
          return !body.meta?.pending;
        },
        READ_MS_MAX,
      );
      assert.equal(status, 422, name);
      assert.equal(body.error?.code, 'UNPROCESSABLE_DOCUMENT');
      assert.match(body.error?.message ?? '', why);
    }
    const missing = await pdf('https://static.anaf.ro/static/3/Anaf/20260101000000_nimic.pdf');
    assert.equal(missing.status, 404);
    assert.equal((await service.get('/api/press/pdf')).status, 400);
    assert.equal((await service.get('/api/press', {})).status, 401);
  });

  test('releases become articles in the background, with stable slugs, and the search finds them', async () => {
    const isRead = async (): Promise<boolean> => !(await service.get('/api/press-articles?limit=1')).body.meta.pending;
    await until('all releases are read', isRead, READ_MS_MAX);
    const { body } = await service.get('/api/press-articles?limit=200');
    const articles: Row[] = body.data;
    assert.ok(articles.length >= 60);
    assert.equal(new Set(articles.map(({ slug }) => slug)).size, articles.length);
    for (const { text, summary, title } of articles) {
      assert.ok(text.includes(title.slice(0, 20)) && summary.length > 30 && summary.length < text.length, title);
    }
    const [first] = articles;
    const { data } = (await service.get(`/api/press-articles/${first?.slug}`)).body;
    assert.deepEqual(data, first);
    const picturesLeft = 'select count(*) as count from press_file where waiting = 1';
    const hasNoneLeft = async (): Promise<boolean> =>
      (await service.store.live.one<{ count: number }>(picturesLeft))?.count === 0;
    await until('all images are read', hasNoneLeft, READ_MS_MAX);
    const unreadable = (await releases()).filter(({ articleSlug }) => articleSlug === null);
    const kinds = await service.store.live.all<{ problem: string }>(
      'select distinct problem from press_file where problem is not null order by problem',
    );
    assert.deepEqual(
      kinds.map(({ problem }) => problem),
      ['broken', 'encrypted', 'scanned'],
    );
    assert.equal(unreadable.length, 3);

    const found = (await service.get('/api/search/all?q=CALENDARUL%20obligatiilor%20fisc')).body.data.records;
    assert.equal(found[0]?.kind, 'article');
    assert.equal((await service.get(found[0].url)).status, 200);
    assert.deepEqual(service.errors, []);
  });

  test('an unknown article is a 404, and an article without a readable text is a 404 with the reason', async () => {
    assert.equal((await service.get('/api/press-articles/2026-01-01-nimic-000000')).status, 404);
    assert.equal((await service.get('/api/press-articles/NU')).status, 400);
    const { url } = await named('Raport intern');
    const row = await service.store.live.one<{ slug: string }>('select slug from press_release where url = $1', [
      url.replace('urn:firmoteca:demo:press', 'https://static.anaf.ro'),
    ]);
    const { status, body } = await service.get(`/api/press-articles/${row?.slug}`);
    assert.equal(status, 404);
    assert.match(body.error?.message ?? '', /no text that can be read/);
  });
});

test('without stored releases and without an answer of the authority the press is a 503', async () => {
  const service = await smallService({ bare: true });
  try {
    for (const path of [
      '/api/press',
      '/api/press-articles',
      '/api/press-articles/a-b',
      '/api/press/pdf?url=https://static.anaf.ro/static/x.pdf',
    ]) {
      const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
      const { error } = (await response.json()) as Envelope;
      assert.equal(response.status, 503, path);
      assert.equal(error?.code, 'UPSTREAM_UNAVAILABLE');
    }
  } finally {
    await service.close();
  }
});
