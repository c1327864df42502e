/** From the pricing page to Pro and to cancellation in a real browser, with the provider on another origin, like a real one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { WEBHOOK_PATH } from '#server/compose/billing.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { plainReader } from '#test/support/pro-browser.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const skip = withoutBrowser('the subscription in a browser');

describe('the subscription in a browser', { skip }, () => {
  let own: StandIn;
  let service: SmallService;
  let browser: Browser;
  before(async () => {
    own = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
    const price = { amount: 49, currency: 'RON', per: 'month' } as const;
    const keys = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, priceId: null, hasTax: false };
    service = await smallService({
      bare: true,
      billing: { site: 'http://127.0.0.1', settings: { ...keys, price, apiUrl: own.address } },
    });
    own.webhooks.deliverTo(`${service.origin}${WEBHOOK_PATH}`);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await own.close();
    await service.close();
  });

  const journeys = [
    { language: 'ro', start: '/preturi', javaScriptEnabled: true, width: 1280, colorScheme: 'light' },
    { language: 'en', start: '/en/pricing', javaScriptEnabled: false, width: 320, colorScheme: 'dark' },
  ] as const;
  const WORDS = {
    ro: {
      subscribe: 'Abonați-vă la Pro',
      pays: 'Cardul plătește',
      active: 'Abonamentul Pro este activ.',
      manage: 'Card, facturi, anulare',
      cancel: 'Anulează la sfârșitul perioadei',
      back: 'Înapoi',
      canceling: /Ați anulat abonamentul/,
    },
    en: {
      subscribe: 'Subscribe to Pro',
      pays: 'The card pays',
      active: 'Your Pro subscription is active.',
      manage: 'Card, invoices, cancel',
      cancel: 'Cancel at the end of the period',
      back: 'Back',
      canceling: /You canceled the subscription/,
    },
  } as const;

  for (const { language, start, javaScriptEnabled, width, colorScheme } of journeys)
    test(`pricing → checkout → Pro → portal → cancellation, in ${language}, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const words = WORDS[language];
      const { account, cookie } = await plainReader(service);
      const context = await browser.newContext({ javaScriptEnabled, colorScheme, viewport: { width, height: 800 } });
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: service.origin }]);
      const page = await context.newPage();
      page.on('console', (message) => assert.fail(message.text()));
      const nothingWrong = async (): Promise<void> => {
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        if (!javaScriptEnabled || !page.url().startsWith(service.origin)) return;
        const found = (await page.evaluate(
          `${AXE};axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
        )) as string[];
        assert.deepEqual(found, []);
      };
      await page.goto(`${service.origin}${start}`);
      await page.getByRole('link', { name: words.subscribe }).click();
      await page.waitForURL(/abonament|subscription/);
      await nothingWrong();
      await page.getByRole('button', { name: words.subscribe }).click();
      await page.waitForURL(`${own.address}/c/pay/*`);
      await nothingWrong();
      await page.getByRole('button', { name: words.pays }).click();
      await page.waitForURL(/back=paid/);
      // The page reloads itself until the provider has confirmed the payment.
      await page.getByText(words.active).waitFor();
      assert.equal((await planOf(service.store.state, account))?.state, 'active');
      await nothingWrong();
      await page.getByRole('button', { name: words.manage }).click();
      await page.waitForURL(`${own.address}/p/session/*`);
      await page.getByRole('button', { name: words.cancel }).click();
      await page.getByRole('link', { name: words.back }).click();
      await page.waitForURL(/(?:abonament|subscription)$/);
      await until('the page shows the cancellation', async () => {
        await page.reload();
        return words.canceling.test((await page.textContent('main')) ?? '');
      });
      await context.close();
    });
});
