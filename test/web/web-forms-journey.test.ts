/** Redaction requests and error reports in a real browser, without scripts, by keyboard and at 320 px. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { answerRequest, requestRows } from '#platform/privacy/requests-table.ts';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const skip = withoutBrowser('forms in a browser');
const NARROW = { width: 320, height: 700 };

describe('in a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  before(async () => {
    service = await smallService();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  const opened = async (
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; output: string[] }> => {
    const context = await browser.newContext({ locale: 'ro-RO', ...options });
    const page = await context.newPage();
    const output: string[] = [];
    page.on('console', (message) => output.push(message.text()));
    page.on('pageerror', (error) => output.push(String(error)));
    await page.goto(service.origin + path);
    return { page, output };
  };
  const sideways = (page: Page): Promise<number> =>
    page
      .locator('html')
      .evaluate((root: { scrollWidth: number; clientWidth: number }) => root.scrollWidth - root.clientWidth);

  test('a reader sends a request by keyboard without scripts, reads the answer and deletes it', async () => {
    const { page } = await opened('/date-personale', { javaScriptEnabled: false, viewport: NARROW });
    await page.focus('#name');
    await page.keyboard.type('POPESCU ION');
    await page.keyboard.press('Tab');
    await page.keyboard.type(companyCui(0));
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nu mai sunt asociat.');
    await page.keyboard.press('Tab');
    // Skips the email field; the focus order does not contain the honeypot.
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForURL(/\/cerere\?token=/), page.keyboard.press('Enter')]);
    const [row] = await requestRows(service.store.state, { all: false });
    assert.deepEqual([row?.subject, row?.concerned, row?.mail], ['POPESCU ION', companyCui(0), null]);
    assert.match(await page.innerText('main'), /Cererea a ajuns.*Așteaptă răspuns/s);
    const answered = { state: 'done', answer: 'Am ascuns numele.', at: new Date().toISOString() } as const;
    await answerRequest(service.store.state, row?.id ?? '', answered);
    await page.reload();
    assert.match(await page.innerText('main'), /Rezolvată.*Am ascuns numele\./s);
    await Promise.all([page.waitForURL(/gone=1/), page.click('form.ask button')]);
    assert.match(await page.innerText('main'), /Cererea a fost ștearsă/);
    assert.deepEqual(await requestRows(service.store.state, { all: true }), []);
    await page.context().close();
  });

  test('an invalid report returns with its input and marks the wrong field', async () => {
    const { page } = await opened(`/semnaleaza?record=company:${companyCui(0)}`, { javaScriptEnabled: false });
    await page.fill('#what', 'Adresa <b>veche</b>');
    await page.fill('#source', 'nu e adresă');
    await page.click('form.ask button');
    assert.equal(await page.inputValue('#what'), 'Adresa <b>veche</b>');
    assert.equal(await page.getAttribute('#source', 'aria-invalid'), 'true');
    assert.match((await page.getAttribute('#source', 'aria-describedby')) ?? '', /source-error/);
    await page.fill('#source', 'https://example.ro/');
    await Promise.all([page.waitForURL(/\/cerere\?token=/), page.click('form.ask button')]);
    await page.context().close();
  });

  test('form pages neither scroll sideways at 320 px nor log to the console, in both themes', async () => {
    const paths = [
      '/preturi',
      '/en/pricing',
      '/date-personale',
      '/en/privacy',
      `/semnaleaza?record=company:${companyCui(0)}`,
      '/cerere',
    ];
    for (const colorScheme of ['light', 'dark'] as const)
      for (const path of paths) {
        const { page, output } = await opened(path, { viewport: NARROW, colorScheme });
        assert.equal(await sideways(page), 0, path);
        assert.deepEqual(output, [], path);
        await page.context().close();
      }
  });

  test('the honeypot field is invisible and out of the focus order', async () => {
    const { page } = await opened('/date-personale');
    const box = await page.locator('.trap').boundingBox();
    assert.ok(box && box.width <= 1 && box.height <= 1);
    assert.equal(await page.getAttribute('#website', 'tabindex'), '-1');
    assert.equal(await page.getAttribute('.trap', 'aria-hidden'), 'true');
    await page.context().close();
  });
});
