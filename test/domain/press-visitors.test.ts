/** Press files that callers without payment or Pro can have fetched: files that the authority published, and no invented ones. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeReleases } from '#data/live/press-table.ts';
import { releaseOf } from '#data/sources/press/releases-page.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Answered, ask, refusal } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const host = 'https://static.anaf.ro/static/10/Anaf';
const entries = `${host}/20261101100000_listed.pdf`;
const attached = `${host}/20261101100000_anexa_100%25.pdf`;
const invented = `${host}/20261101100000_invented.pdf`;

onBothEngines((engine) => {
  let service: SmallService;
  let cookie: string;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    const release = releaseOf(entries, 'Listed');
    assert.ok(release);
    const attachments = [{ url: attached, title: 'Attached' }];
    await service.store.live.write(storeReleases([{ ...release, attachments }], new Date().toISOString()));
    const page = await ask(service.port, { path: '/' });
    cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  });
  after(() => service.close());

  const pdf = (url: string, headers: Record<string, string>): Promise<Answered> =>
    ask(service.port, { path: `/api/press/pdf?url=${encodeURIComponent(url)}`, headers });

  test('a visitor can have files of listed releases and their attachments fetched, and no others', async () => {
    // The authority does not answer here: the error proves that it was called.
    for (const url of [entries, attached])
      assert.equal(refusal(await pdf(url, { cookie }), url).code, 'UPSTREAM_UNAVAILABLE');
    for (const url of [invented, `${entries}x`, attached.replace('%25', '_'), `${host}/"`, `${host}/%`]) {
      const answered = await pdf(url, { cookie });
      assert.deepEqual([answered.status, refusal(answered, url).code], [403, 'PRO_KEY_REQUIRED'], url);
    }
  });

  test('a Pro key can have any file fetched', async () => {
    assert.equal(refusal(await pdf(invented, { 'x-api-key': DEMO_KEY }), 'Pro').code, 'UPSTREAM_UNAVAILABLE');
  });
});
