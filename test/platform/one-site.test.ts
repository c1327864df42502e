/**
 * Every limit that strangers share (`api/network-limits.ts`), attacked by one site with all of its 65,536 networks: it gets its share, and
 * others, known accounts and the payment provider get in.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Limits } from '#api/allowance.ts';
import { heldLimits, type Share, siteRates, storedLimits } from '#api/network-limits.ts';
import { siteText } from '#lib/values/ip.ts';
import { passwordQueue } from '#platform/accounts/password.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { entranceService, lettersTo, PASSWORD, signedUp, Visitor } from '#test/support/auth-kit.ts';
import { type RedisServer, redisAt, redisPath, startRedis } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';
import { allocateClientNetworks, Slots, sharedSlots } from '#transports/http/slots.ts';

type RateName = keyof typeof siteRates;
const rateNames = Object.keys(siteRates) as RateName[];
const heldNames = Object.keys(heldLimits) as (keyof typeof heldLimits)[];

/** The nth network of one site, and one elsewhere. */
const network = (n: number): string => `2001:db8:7:${n.toString(16)}::/64`;
const ELSEWHERE = '2001:db8:8:1::/64';
const MINUTE_MS = 60_000;
/** Midnight. */
const NOW = Date.UTC(2026, 10, 19);

/** Requests of the site that are allowed, each from its own network, until twenty in a row are refused. */
async function takenBySite(limits: Limits, policy: RateName, now: number): Promise<number> {
  let taken = 0;
  for (let [n, refused] = [0, 0]; refused < 20 && n < 65_536; n++) {
    const { allowed } = await limits.take({ policy, who: network(n), account: 'one' }, now);
    if (allowed) [taken, refused] = [taken + 1, 0];
    else refused++;
  }
  return taken;
}

describe('requests of one site', () => {
  for (const policy of rateNames)
    test(`${policy}: with all of its networks a site gets its share of a minute and of a day`, async () => {
      const limits = await openLimits({ counters: allocateCounters(), redis: null, onChange: () => {} });
      const { minute, day = Number.POSITIVE_INFINITY }: { minute: number; day?: number } = siteRates[policy].site;
      assert.equal(await takenBySite(limits, policy, NOW), minute);
      assert.ok((await limits.take({ policy, who: ELSEWHERE, account: 'one' }, NOW)).allowed);
      if (day === Number.POSITIVE_INFINITY) return;
      let taken = minute;
      for (let now = NOW + 2 * MINUTE_MS; taken < day; now += 2 * MINUTE_MS) {
        const more = await takenBySite(limits, policy, now);
        assert.ok(more > 0);
        taken += more;
      }
      assert.equal(taken, day);
      const later = NOW + 23 * 60 * MINUTE_MS;
      assert.equal(await takenBySite(limits, policy, later), 0);
      assert.ok((await limits.take({ policy, who: ELSEWHERE, account: 'one' }, later)).allowed);
    });

  test('the addresses of an IPv4 /24 are one site', async () => {
    const limits = await openLimits({ counters: allocateCounters(), redis: null, onChange: () => {} });
    let taken = 0;
    for (let n = 0; n < 256; n++)
      if ((await limits.take({ policy: 'letter', who: `198.51.100.${n}` }, NOW)).allowed) taken++;
    assert.equal(taken, siteRates.letter.site.minute);
    assert.ok((await limits.take({ policy: 'letter', who: '198.51.101.1' }, NOW)).allowed);
  });

  test('an installation that sends few emails gives one site few', async () => {
    const counters = allocateCounters();
    const limits = await openLimits({ counters, redis: null, mailHourMax: 40, onChange: () => {} });
    assert.equal(await takenBySite(limits, 'letter', NOW), 14);
  });

  const skip = redisPath() === null && notRun('one site in Redis', 'apt-get install -y redis-server');
  describe('counted by Redis', { skip }, () => {
    let redis: RedisServer;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.stop());

    for (const policy of rateNames)
      test(`${policy}: with all of its networks a site gets its share of a minute`, async () => {
        const limits = await openLimits({
          counters: allocateCounters(64, 64),
          redis: redisAt(redis.url),
          onChange: () => {},
        });
        try {
          await until('Redis counts', () => limits.state() === 'shared');
          const { minute } = siteRates[policy].site;
          assert.equal(await takenBySite(limits, policy, Date.now()), minute);
          assert.ok((await limits.take({ policy, who: ELSEWHERE, account: 'one' }, Date.now())).allowed);
        } finally {
          limits.close();
        }
      });
  });
});

describe('what one site holds', () => {
  for (const name of heldNames)
    test(`${name}: a site with all of its networks leaves room for others, and strangers for known accounts`, () => {
      const limit = heldLimits[name];
      let full = 0;
      const slots = new Slots(limit, () => full++);
      assert.ok(limit.site <= limit.strangers / 2, 'no site fills it');
      const taken = Array.from({ length: 65_536 }, (_, n) => slots.take(network(n))).filter(Boolean).length;
      assert.equal(taken, limit.site);
      assert.equal(full, 0, 'the limit of a site is no alarm');
      assert.ok(slots.take(ELSEWHERE));
      slots.free(ELSEWHERE);
      for (let site = 1; slots.take(`10.${site >> 8}.${site & 255}.1`) && site < 65_536; ) site++;
      assert.equal(slots.take('203.0.113.1'), false);
      assert.ok(full > 0);
      // Nobody may be known by so many names that no known browser elsewhere is left a slot.
      for (let n = 0; n < 1_000; n++) slots.take(`name ${n}`, network(n));
      assert.equal(slots.take('known browser', '203.0.113.2'), limit.strangers < limit.total);
    });

  test('connections: a site gets its share over all threads', () => {
    const memory = allocateClientNetworks(2);
    const [one, other] = [0, 1].map((thread) => sharedSlots(memory, thread, heldLimits.connections));
    assert.ok(one && other);
    const taken = Array.from({ length: 5_000 }, (_, n) => (n % 2 ? one : other).take(network(n))).filter(
      Boolean,
    ).length;
    assert.equal(taken, heldLimits.connections.site);
    assert.ok(one.take(ELSEWHERE));
    one.free(network(1));
    assert.ok(other.take(network(70)));
  });

  test('passwords: a waiting site is served in turn with others', async () => {
    const queue = passwordQueue();
    const release = Promise.withResolvers<void>();
    const crowd = Array.from({ length: 200 }, (_, n) => queue.run(network(n), () => release.promise.then(() => n)));
    const owner = queue.run('browser account', async () => 'owner');
    const stranger = queue.run(ELSEWHERE, async () => 'stranger');
    release.resolve();
    assert.deepEqual([await owner, await stranger], ['owner', 'stranger']);
    const served = (await Promise.all(crowd)).filter((done) => done !== null);
    assert.equal(served.length, heldLimits.passwords.site + 1, 'one runs at once, the others wait');
  });
});

describe('what one site stores', () => {
  const shares: [name: string, limit: Share, bySite: number][] = [
    ['letters', storedLimits.letters, siteRates.letter.site.day],
    ['readerRequests', storedLimits.readerRequests, storedLimits.readerRequests.site],
    ['checkBytes', storedLimits.checkBytes, storedLimits.checkBytes.site],
    ['appRecords', storedLimits.appRecords, siteRates['app-registration'].site.day],
  ];
  for (const [name, { strangers, site }, bySite] of shares)
    test(`${name}: a site stores half of the whole at most`, () => {
      assert.ok(bySite <= site && site <= strangers / 2);
    });

  test('every declared limit is tried', () => {
    assert.deepEqual(shares.map(([name]) => name).toSorted(), Object.keys(storedLimits).toSorted());
  });

  test('all networks of a site share a bucket', () => {
    assert.equal(new Set(Array.from({ length: 500 }, (_, n) => siteText(network(n)))).size, 1);
  });
});

describe('emails', () => {
  const HOUR_MAX = 40;
  let service: SmallService;
  before(async () => {
    const limits = await openLimits({
      counters: allocateCounters(),
      redis: null,
      mailHourMax: HOUR_MAX,
      onChange: () => {},
    });
    const trustedProxies = [{ base: 0xffff_7f00_0000n, bits: 104 }];
    service = await entranceService({
      limits,
      config: { mail: { by: 'outbox', hourMax: HOUR_MAX }, trustedProxies, metricsToken: 'token' },
    });
  });
  after(() => service.close());

  const ask = (path: string, from: string, email: string) =>
    new Visitor(service, { 'x-forwarded-for': from }).send(path, { email });
  const SIGN_UP = '/en/account/new';
  const RESET = '/en/account/password';

  test('a site that asks for a thousand stops nobody, and a full hour tells the truth', async () => {
    await signedUp(service, 'owner@example.ro');
    await service.store.state.write([{ sql: 'delete from letter' }]);
    const floods = Array.from({ length: 172 }, (_, n) => ask(SIGN_UP, `2001:db8:7:${n}::1`, `x${n}@flood.example`));
    const statuses = (await Promise.all(floods)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 14);
    assert.equal(statuses.filter((status) => status === 429).length, 158);
    assert.equal((await ask(SIGN_UP, '203.0.113.1', 'new@example.ro')).status, 303);
    assert.equal((await lettersTo(service, 'new@example.ro')).length, 1);
    // Many sites together use up what strangers get.
    for (let n = 0; n < 20; n++) await ask(SIGN_UP, `10.0.${n}.1`, `y${n}@flood.example`);
    const late = await ask(SIGN_UP, '203.0.114.1', 'late@example.ro');
    assert.equal(late.status, 503);
    assert.match(late.text, /No e-mail is sent now/);
    assert.equal((await lettersTo(service, 'late@example.ro')).length, 0);
    const [owner, nobody] = [
      await ask(RESET, '203.0.115.1', 'owner@example.ro'),
      await ask(RESET, '203.0.116.1', 'nobody@example.ro'),
    ];
    assert.equal((await lettersTo(service, 'owner@example.ro')).length, 1);
    assert.equal((await lettersTo(service, 'nobody@example.ro')).length, 0);
    // The same words for both: they do not tell who has an account.
    assert.deepEqual([owner.status, owner.headers.location], [303, nobody.headers.location]);
    const sent = await new Visitor(service).open(String(owner.headers.location));
    assert.match(sent.text, /if the address has an account/);
    const figures = await fetch(`${service.origin}/metrics`, { headers: { authorization: 'Bearer token' } });
    assert.match(await figures.text(), /^firmoteca_mail_letters_total\{event="full"\} [1-9]/m);
  });

  test('a browser that signed in before is known before its form is read', async () => {
    const browser = new Visitor(service, { 'x-forwarded-for': '203.0.117.1' });
    await browser.send('/en/account/sign-in', { email: 'owner@example.ro', password: PASSWORD });
    const note = [...browser.cookies].find(([name]) => name.includes('known'))?.[1] ?? '';
    assert.match(note, /^k\.[^.]+\.[^.]+\.[^.]{43}\.[^.]{43}$/);
  });
});
