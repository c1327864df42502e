/**
 * Pages in a real browser: accessible, narrow and enlarged. `npm test` walks over one page of every kind; the long tier over all
 * of them, in both languages and themes, as visitor and with Pro, by keyboard and without scripts.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { putInto } from '#test/support/account-browser.ts';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { sellingService } from '#test/support/person-kit.ts';
import { madePages } from '#test/support/prepared-pages.ts';
import { signIn } from '#test/support/pro-browser.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';
import { tabbed } from '#test/support/web-keyboard.ts';
import { isOwners, type Sample, samples } from '#test/support/web-samples.ts';
import { bothWays, textsWithoutScripts, type Walked, WIDE, walk } from '#test/support/web-walk.ts';

const skip = withoutBrowser('the pages in a browser');

describe('in a browser every page', { skip }, () => {
  let service: DemoService;
  let browser: Browser;
  let visitor: BrowserContext;
  let all: Sample[];
  let walked: Walked[];
  let asPro: Walked[];
  before(async () => {
    service = await demoService();
    await collectDemoDocuments(service);
    browser = await launchBrowser();
    all = samples(service);
    visitor = await browser.newContext();
    if (!isLongTier) {
      // Visitors are redirected from account pages to sign-in, which is a sample of its own.
      const [own, open] = [true, false].map((is) =>
        samples(service, { first: true }).filter(({ page }) => isOwners(page) === is),
      ) as [Sample[], Sample[]];
      walked = await walk(visitor, service, open, { language: 'ro', themes: ['light'] });
      asPro = [...(await walkAsPro(own)), ...(await walkMade())];
      return;
    }
    walked = [
      ...(await walk(visitor, service, all, { language: 'ro', themes: ['light', 'dark'] })),
      ...(await walk(visitor, service, all, { language: 'en', themes: ['light', 'dark'] })),
    ];
    asPro = [...(await walkAsPro(samples(service, { first: true }))), ...(await walkMade())];
  });
  const walkAsPro = async (pages: readonly Sample[]): Promise<Walked[]> => {
    const pro = await browser.newContext();
    await signIn(pro, service);
    const all = await walk(pro, service, pages, { language: 'ro', themes: ['light'] });
    await pro.close();
    return all;
  };
  const walkMade = async (): Promise<Walked[]> => {
    const selling = await sellingService(null, { config: { mail: { by: 'outbox', hourMax: 1_000 } } });
    try {
      const { owner, made: created } = await madePages(selling.service);
      const pro = await browser.newContext();
      await putInto(pro, selling.service.origin, owner);
      const all = await walk(pro, selling.service, created, { language: 'ro', themes: ['light'] });
      await pro.close();
      return all;
    } finally {
      await selling.close();
    }
  };
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const found = (what: (one: Walked) => readonly unknown[]): string[] =>
    [...walked, ...asPro].flatMap((one) => what(one).map((finding) => `${one.address}: ${finding}`));

  test('renders without an internal error', () => {
    assert.deepEqual(
      found(({ status }) => (status === 200 || status === 403 ? [] : [status])),
      [],
    );
    assert.deepEqual(
      asPro.filter(({ status }) => status !== 200).map(({ address }) => address),
      [],
    );
  });

  test('meets WCAG 2.2 AA and the best practices of axe, in the themes and languages of the walk', () => {
    assert.deepEqual(
      found(({ violations }) => violations),
      [],
    );
  });

  test('logs no console message, such as violations of its content security policy', () => {
    assert.deepEqual(
      found(({ complaints }) => complaints),
      [],
    );
  });

  test('sends no request to another host', () => {
    assert.deepEqual(
      found(({ foreign }) => foreign),
      [],
    );
  });

  test('runs no script from a name', () => {
    assert.deepEqual(
      found(({ dialogs }) => dialogs),
      [],
    );
  });

  test('needs no sideways scrolling on a narrow phone or at 200 % zoom', () => {
    assert.deepEqual(
      found(({ sideways }) =>
        Object.entries(sideways).flatMap(([width, px]) => (px > 0 ? [`${width}: ${px} px`] : [])),
      ),
      [],
    );
  });

  if (!isLongTier) return;
  test('has the same text without scripts', async () => {
    const plain = await textsWithoutScripts(browser, service, all);
    for (const { address, text } of walked) {
      if (!plain.has(address) || text === plain.get(address)) continue;
      // Press texts load in the background: a changed page is compared again, with and without scripts at the same time.
      let [now, without] = ['', ' '];
      await until('both texts are equal', async () => {
        [now, without] = await bothWays(browser, address);
        return now === without;
      }).catch((error) => {
        if (now === '') throw error;
        assert.equal(now, without, address);
      });
    }
    assert.equal(plain.size, all.length);
  });

  test('is usable by keyboard: every link and control gets a visible focus in order', async () => {
    const page = await visitor.newPage();
    await page.setViewportSize(WIDE);
    for (const { at } of samples(service, { first: true })) {
      const { expected, reached, unseen } = await tabbed(page, service.origin + at.ro);
      assert.deepEqual(reached, expected, at.ro);
      assert.deepEqual(unseen, [], `${at.ro}: invisible focus`);
    }
    await page.close();
  });
});
