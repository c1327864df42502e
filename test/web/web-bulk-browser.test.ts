/** The bulk check in a real browser: with and without scripts, by keyboard, on a narrow phone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { proReader } from '#test/support/pro-browser.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui, strangerCui } from '#test/support/tiny-country.ts';

const skip = withoutBrowser('the bulk check in a browser');
const CODES = [companyCui(0), companyCui(1), companyCui(0), 'abc', strangerCui()].join('\n');

describe('the bulk check in a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  let rowsMayCome: Promise<void> | undefined;
  before(async () => {
    service = await smallService({
      bare: true,
      state: (own) => ({
        ...own,
        async write(statements) {
          if (statements.some(({ sql }) => sql.startsWith('update bulk_check set done'))) await rowsMayCome;
          return own.write(statements);
        },
      }),
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  /** Fails on any console message or script error. */
  async function opened(options: BrowserContextOptions, cookie?: string): Promise<Page> {
    const context = await browser.newContext(options);
    const [name = '', value = ''] = cookie?.split('=') ?? [];
    if (cookie) await context.addCookies([{ name, value, url: service.origin }]);
    const page = await context.newPage();
    page.on('console', (message) => assert.fail(message.text()));
    page.on('pageerror', (error) => assert.fail(String(error)));
    await page.goto(`${service.origin}/verificare`);
    return page;
  }
  const sideways = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

  test('a visitor pastes codes, sends them by keyboard, reads the totals and deletes the check', async () => {
    const page = await opened({ viewport: { width: 320, height: 640 } });
    await page.focus('#codes');
    await page.keyboard.insertText(CODES);
    assert.match((await page.textContent('main form .button'))?.replaceAll('\u00a0', ' ') ?? '', /^Verifică 3 coduri$/);
    assert.equal(await sideways(page), 0);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate("document.activeElement?.matches('main form .button')")) break;
    }
    await Promise.all([page.waitForURL(/\/verificare\/[\w-]{22}$/), page.keyboard.press('Enter')]);
    await page.waitForSelector('.answers.three');
    assert.match((await page.textContent('.sum')) ?? '', /Ați trimis 5\u00a0rânduri/);
    assert.equal(await sideways(page), 0);
    await Promise.all([page.waitForURL(`${service.origin}/verificare`), page.click('.farewell button')]);
    await page.context().close();
  });

  for (const javaScriptEnabled of [true, false])
    test(`the page of a running check turns into its result by itself, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { cookie } = await proReader(service);
      const page = await opened({ javaScriptEnabled }, cookie);
      await page.fill('#codes', CODES);
      await page.uncheck('#receipts');
      // Holds the rows back until the browser has seen the progress page.
      const seen = Promise.withResolvers<void>();
      rowsMayCome = seen.promise;
      try {
        await page.click('main form .button');
        await page.waitForSelector('progress');
      } finally {
        seen.resolve();
      }
      await page.waitForSelector('.answers.three', { timeout: 60_000 });
      assert.ok((await page.textContent('main'))?.includes('FIRMA INVENTATA 1 SRL'));
      await page.context().close();
    });

  test('a file is sent from its field', async () => {
    const page = await opened({});
    const buffer = Buffer.from(`CUI;Nume\n${companyCui(2)};x\n`);
    await page.setInputFiles('#list', { name: 'furnizori.csv', mimeType: 'text/csv', buffer });
    await page.click('main form .button');
    await page.waitForSelector('.answers.three', { timeout: 60_000 });
    assert.ok((await page.textContent('main'))?.includes('FIRMA INVENTATA 3 SRL'));
    await page.context().close();
  });
});
