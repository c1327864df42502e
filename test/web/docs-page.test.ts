/** The documentation in a real browser: try-out form, copying, folding and search, by keyboard, without scripts and accessibly. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const skip = withoutBrowser('the docs pages in a browser');

describe('the documentation', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  /** A folder for screenshots, for developers who change a page. */
  const pictures = process.env.FIRMOTECA_TEST_PICTURES;
  const picture = async (page: Page, name: string): Promise<void> => {
    if (pictures) await page.screenshot({ path: join(pictures, `docs-${name}.png`) });
  };

  before(async () => {
    const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
    service = await smallService({ limits });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens a page, runs the steps, and fails on console messages, script errors and requests to other hosts. */
  async function visiting(
    path: string,
    requestContext: (page: Page) => Promise<void>,
    how: BrowserContextOptions = {},
  ) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, ...how });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
    const page = await context.newPage();
    const complaints: string[] = [];
    // The browser logs refused requests, too; the page itself shows the refusal.
    page.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(`${service.origin}/`) && !address.startsWith('data:'))
        complaints.push(`requested ${address}`);
    });
    await page.goto(service.origin + path);
    await requestContext(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const result = '#answer .response-status';
  const sent = async (page: Page, press: () => Promise<void>): Promise<string> => {
    const before = await page.textContent(result);
    await press();
    await until('the answer is rendered', async () => (await page.textContent(result)) !== before);
    return (await page.textContent(result)) ?? '';
  };
  const send = (page: Page): Promise<string> => sent(page, () => page.click('form.try button[type=submit]'));
  const shownJson = async (page: Page) => JSON.parse((await page.textContent('#answer .json')) ?? '');

  const assertAccessible = async (
    paths: readonly string[],
    themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
  ): Promise<void> => {
    const tags = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
    // The dark theme differs in colours only.
    const requested = { light: tags, dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
    for (const path of paths)
      await visiting(
        path,
        async (page) => {
          if (await page.locator('form.try').count()) await send(page);
          await page.evaluate(AXE);
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            await picture(page, `${path.replaceAll(/[^a-z]+/gi, '-')}-${colorScheme}`);
            const violations = await page.evaluate(
              `axe.run(document, { runOnly: ${JSON.stringify(requested[colorScheme])} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(' | ')))`,
            );
            assert.deepEqual(violations, [], `${path} ${colorScheme}`);
          }
        },
        // A colour transition would be measured half way.
        { reducedMotion: 'reduce' },
      );
  };

  test('with the demo key an operation returns the full answer, with its limits in the status line and the headers', () =>
    visiting('/docs/getHealth', async (page) => {
      assert.equal(await page.inputValue('#key'), DEMO_KEY);
      assert.match((await page.textContent(result)) ?? '', /^Exemplu/);
      await page.fill('[name=cui]', '90000014');
      assert.match(await send(page), /^200 OK · [0-9]+ ms · .* · cereri rămase în acest minut: 1199$/);
      const { success, data, meta } = await shownJson(page);
      assert.equal(success, true);
      assert.ok(Array.isArray(data.ratios) && meta.preview === undefined);
      assert.match((await page.textContent('#answer .heads')) ?? '', /ratelimit-policy"pro";q=1200;w=60.*content-type/);
      await picture(page, 'answer-1280');
    }));

  test('axe finds no violation before and after an answer', () =>
    assertAccessible(['/docs/getHealth', '/en/docs?words=vat'], ['light']));

  // The remaining tests cover every feature of a page.
  if (!isLongTier) return;
  test('a visitor without a key sees the preview, or the refusal of a Pro operation, announced before sending', async () => {
    await visiting('/docs/getHealth', async (page) => {
      await page.fill('#key', '');
      assert.match((await page.textContent('.access-note')) ?? '', /Fără cheie vedeți de aici o parte/);
      await send(page);
      assert.equal((await shownJson(page)).meta.preview, true);
    });
    await visiting('/en/docs/checkCompanyContracts', async (page) => {
      await page.fill('#key', '');
      assert.match((await page.textContent('.access-note')) ?? '', /Needs a Pro key\. Without one the answer is 403/);
      assert.match(await send(page), /^403/);
      assert.equal((await shownJson(page)).error.code, 'PRO_KEY_REQUIRED');
    });
  });

  test('an error is displayed in the language of the page, and code samples follow the input', () =>
    visiting('/docs/getCompany', async (page) => {
      await page.fill('[name=cui]', "1' x");
      assert.match(await send(page), /^400/);
      const { error } = await shownJson(page);
      assert.equal(error.code, 'INVALID_PARAMETER');
      assert.match(error.message, /cod|CUI/);
      const code = async (label: string) => (await page.textContent(`[data-code="${label}"]`)) ?? '';
      assert.ok((await code('curl')).includes(`'${service.origin}/api/company/1%27%20x'`));
      assert.ok((await code('TypeScript')).includes(`${service.origin}/api/company/1%27%20x`));
      assert.ok((await code('Python')).includes(`${service.origin}/api/company/1%27%20x`));
      assert.ok(!(await code('curl')).includes(DEMO_KEY), 'the sample reads the key from the environment');
    }));

  test('axe finds no violation in the dark theme', () =>
    assertAccessible(['/docs/getHealth', '/en/docs?words=vat'], ['dark']));

  test('a showcase company fills and sends the form, and the tab remembers the key', () =>
    visiting('/docs/getCompany', async (page) => {
      await page.fill('#key', `${DEMO_KEY}x`);
      await page.goto(`${service.origin}/en/docs/getFinancials`);
      assert.equal(await page.inputValue('#key'), `${DEMO_KEY}x`);
      await page.fill('#key', DEMO_KEY);
      await page.click('.more summary');
      await sent(page, () => page.click('.more .chip >> nth=1'));
      assert.equal(await page.inputValue('[name=cui]'), '90000022');
      assert.match((await page.textContent(result)) ?? '', /^200 OK/);
    }));

  test('an answer folds and unfolds, and is copied with and without its headers', () =>
    visiting('/en/docs/getCompany', async (page) => {
      const copied = async (button: string): Promise<string> => {
        await page.click(button);
        return String(await page.evaluate('navigator.clipboard.readText()'));
      };
      // The sample, before the form is sent.
      assert.equal(JSON.parse(await copied('[data-copies=body]')).data.cui, '90000014');
      await send(page);
      const body = await copied('[data-copies=body]');
      assert.deepEqual(JSON.parse(body), await shownJson(page));
      assert.ok(body.includes('\n  "data": {'), 'the JSON is indented');
      const all = await copied('[data-copies=all]');
      assert.match(
        all,
        /^HTTP\/1\.1 200 OK\nratelimit-policy: "pro";q=1200;w=60\n(?:[a-z-]+: .+\n)*content-type: application\/json/,
      );
      assert.ok(all.endsWith(body));
      assert.equal((await copied('[data-copies=code] >> nth=0')).split(' ')[0], 'curl');
      const open = (): Promise<number> => page.locator('#answer .json details[open]').count();
      const before = await open();
      await page.click('[data-folds]');
      assert.equal(await open(), 1);
      await page.click('[data-folds]');
      assert.ok((await open()) >= before);
      await page.locator('#answer .json summary >> nth=1').click();
      assert.equal(JSON.parse(await copied('[data-copies=body]')).success, true, 'folded parts are copied, too');
    }));

  test('the search finds operations while the user types, in both languages', () =>
    visiting('/docs', async (page) => {
      const found = async (words: string): Promise<string[]> => {
        await page.fill('[name=words]', words);
        await page.waitForURL(`**/docs?words=${encodeURIComponent(words)}`);
        return page.locator('#found .operations > li').evaluateAll((items) => items.map(({ id }) => id));
      };
      assert.ok((await found('tva')).includes('getCompany'));
      assert.ok((await found('bilant')).includes('getBalance'));
      assert.ok((await found('owner')).includes('getPersonCompanies'));
      assert.deepEqual(await found('zzzyyy'), []);
      assert.match((await page.textContent('#found')) ?? '', /Nicio operațiune pentru „zzzyyy”/);
      await page.fill('[name=words]', '');
      await page.waitForURL('**/docs');
      assert.equal(await page.locator('#found .operations > li').count(), service.operations.length);
    }));

  test('the keyboard alone finds an operation, sends it and chooses a language of the samples', () =>
    visiting('/docs', async (page) => {
      const focused = (): Promise<unknown> =>
        page.evaluate('document.activeElement.id || document.activeElement.name || document.activeElement.textContent');
      const tabTo = async (expected: string): Promise<void> => {
        for (let i = 0; i < 80; i++) {
          if ((await focused()) === expected) return;
          await page.keyboard.press('Tab');
        }
        assert.fail(`the keyboard does not reach ${expected}`);
      };
      await tabTo('words');
      await page.keyboard.type('sănătate financiară');
      // The script may have put the words into the address already, without a navigation.
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      assert.match(page.url(), /words=/);
      await tabTo('Sănătate financiară');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/getHealth');
      await tabTo('Trimite');
      assert.match(await sent(page, () => page.keyboard.press('Enter')), /^200 OK/);
      await tabTo('code-0');
      await page.keyboard.press('ArrowRight');
      assert.ok(await page.isVisible('[data-code=TypeScript]'));
      await page.reload();
      assert.ok(await page.isVisible('[data-code=TypeScript]'), 'the language is remembered');
    }));

  test('the first example of every operation succeeds', () =>
    visiting('/docs', async (page) => {
      for (const { id, declaration } of service.operations) {
        await page.goto(`${service.origin}/docs/${id}`);
        assert.match(await send(page), /^200 OK/, id);
        if (declaration.file) assert.equal(await page.locator('#answer .shown a[download]').count(), 1, id);
      }
    }));

  test('without JavaScript the documentation can be read, searched and tried', () =>
    visiting(
      '/docs',
      async (page) => {
        assert.equal(await page.locator('#found .operations > li').count(), service.operations.length);
        await page.fill('[name=words]', 'owner');
        await page.press('[name=words]', 'Enter');
        await page.waitForURL('**words=owner');
        await page.click('#getPersonCompanies a');
        await page.waitForURL('**/docs/getPersonCompanies');
        assert.ok(await page.isVisible('.sample .json'));
        assert.equal(await page.isVisible('#key'), false, 'controls that need scripts are hidden');
        await page.locator('label[for=code-2]').click();
        assert.ok(await page.isVisible('[data-code=Python]'));
        await page.goto(`${service.origin}/docs/getCompany`);
        await page.fill('[name=cui]', '90000014');
        await page.click('form.try button[type=submit]');
        await page.waitForURL('**/api/company/90000014');
        assert.equal(JSON.parse((await page.textContent('body')) ?? '').data.cui, '90000014');
      },
      { javaScriptEnabled: false },
    ));

  test('no page scrolls sideways at 320 or 640 pixels', async () => {
    for (const path of ['/docs', '/en/docs/getCompany', '/docs/getCpvAnalysis', '/docs?words=tva', '/changelog'])
      for (const width of [320, 640])
        await visiting(
          path,
          async (page) => {
            assert.equal(
              await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
              0,
              `${path} ${width}`,
            );
          },
          { viewport: { width, height: 700 } },
        );
  });

  test('axe finds no violation on the other pages', () =>
    assertAccessible(['/docs', '/en/docs/getCompanies', '/en/changelog']));

  test('ids are unique, and the page declares its language', async () => {
    for (const [path, lang] of [
      ['/docs/getCompany', 'ro'],
      ['/en/docs', 'en'],
    ] as const)
      await visiting(path, async (page) => {
        assert.equal(await page.getAttribute('html', 'lang'), lang);
        const ids = (await page.evaluate('[...document.querySelectorAll("[id]")].map((one) => one.id)')) as string[];
        assert.equal(new Set(ids).size, ids.length);
        assert.equal(await page.locator('h1').count(), 1);
      });
  });

  test('the scripts of a page are small', async () => {
    for (const path of ['/docs', '/docs/getCompany']) {
      const text = await (await fetch(service.origin + path)).text();
      let bytes = 0;
      for (const [, url = ''] of text.matchAll(/<script type="module" src="([^"]+)"/g)) {
        const script = await fetch(service.origin + url, { headers: { 'accept-encoding': 'br' } });
        bytes += Number(script.headers.get('content-length') ?? (await script.arrayBuffer()).byteLength);
      }
      assert.ok(bytes > 0 && bytes < 30_000, `${path}: ${bytes} bytes`);
    }
  });
});
