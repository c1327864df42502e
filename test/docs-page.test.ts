/** The try-it page in a real browser: it works, it is quiet, and it asks nobody but us. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath, notRun } from './not-run.ts';
import { DEMO_KEY, type SmallService, smallService } from './small-service.ts';

const executablePath = chromiumPath();
const skip = executablePath ? false : notRun('the docs page in a browser', 'apt-get install -y chromium');

describe('the docs page', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  /** For whoever changes the page and wants to look at it: a folder for pictures. */
  const pictures = process.env.FIRMOTECA_TEST_PICTURES;
  const picture = async (page: Page, name: string): Promise<void> => {
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
  };

  before(async () => {
    service = await smallService();
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens the page, lets `visit` use it, and fails on anything a careful reader of the console would mind. */
  async function visiting(width: number, visit: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage({ viewport: { width, height: 850 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(`${service.origin}/`) && !address.startsWith('data:'))
        complaints.push(`asked ${address}`);
    });
    await page.goto(`${service.origin}/docs`);
    await visit(page);
    assert.deepEqual(complaints, []);
    await page.close();
  }

  const shown = 'article:not([hidden])';

  for (const width of [390, 1280]) {
    test(`sends the example of the first operation with the demo key at ${width} pixels`, () =>
      visiting(width, async (page) => {
        assert.equal(await page.inputValue('#key'), DEMO_KEY);
        await picture(page, `${width}`);
        await page.click(`${shown} button[type=submit]`);
        assert.equal(await page.textContent(`${shown} .result .code`), '200 OK');
        const answer = JSON.parse((await page.textContent(`${shown} .json`)) ?? '');
        assert.equal(answer.success, true);
        assert.equal(answer.data.name, 'FIRMA INVENTATA 1 SRL');
        await picture(page, `${width}-answer`);
        const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(sideways, 0, 'the page must not scroll sideways');
      }));
  }

  test('says that the companies are invented', () =>
    visiting(1280, async (page) => {
      assert.match((await page.textContent('.banner')) ?? '', /demo country:\s*all companies are invented/i);
    }));

  test('shows an error as it is, and the same request as a curl line', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.origin}/docs`);
    await page.fill(`${shown} [name=cui]`, "1' x");
    await page.click(`${shown} button[type=submit]`);
    assert.match((await page.textContent(`${shown} .result .code`)) ?? '', /^400/);
    assert.match((await page.textContent(`${shown} .json`)) ?? '', /INVALID_PARAMETER/);
    const curl = await page.textContent(`${shown} .curl code`);
    assert.equal(curl, `curl '${service.origin}/api/company/1'\\''%20x' -H 'X-API-Key: ${DEMO_KEY}'`);
    await page.close();
  });

  test('a showcase company fills the form and is sent, and the key is kept for the tab', () =>
    visiting(1280, async (page) => {
      const key = `${DEMO_KEY}x`;
      await page.fill('#key', key);
      await page.reload();
      assert.equal(await page.inputValue('#key'), key);
      await page.fill('#key', DEMO_KEY);
      await page.click(`${shown} .more summary`);
      await page.click(`${shown} .more .chip >> nth=1`);
      assert.equal(await page.inputValue(`${shown} [name=cui]`), '90000022');
      assert.equal(await page.textContent(`${shown} .result .code`), '200 OK');
    }));

  test('every operation can be chosen with the keyboard, filtered, and sends its example', () =>
    visiting(1280, async (page) => {
      for (const { id, declaration } of service.operations) {
        await page.fill('#filter', declaration.path);
        await page.focus(`nav a[href="#${id}"]`);
        await page.keyboard.press('Enter');
        await page.waitForSelector(`#${id}:not([hidden])`);
        assert.equal(await page.locator(shown).count(), 1);
        await page.focus(`#${id} button[type=submit]`);
        await page.keyboard.press('Enter');
        assert.equal(await page.textContent(`#${id} .result .code`), '200 OK', id);
      }
    }));

  test('every control has a label, every part a landmark, and the language is said', () =>
    visiting(1280, async (page) => {
      const unlabelled = await page.evaluate(
        `[...document.querySelectorAll('input, select, textarea')].filter((one) => one.labels.length === 0).map((one) => one.outerHTML)`,
      );
      assert.deepEqual(unlabelled, []);
      assert.equal(await page.getAttribute('html', 'lang'), 'en');
      for (const landmark of ['header', 'nav[aria-label]', 'main', 'h1'])
        assert.equal(await page.locator(landmark).count(), 1, landmark);
      const ids = (await page.evaluate('[...document.querySelectorAll("[id]")].map((one) => one.id)')) as string[];
      assert.equal(new Set(ids).size, ids.length);
    }));

  test('is read without JavaScript too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.origin}/docs`);
    assert.equal(await page.locator('article:visible').count(), service.operations.length);
    await context.close();
  });

  test('a hostile name is text, not markup', async () => {
    const page = await (await fetch(`${service.origin}/docs`)).text();
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    assert.ok(!page.includes('<script>'));
  });
});
