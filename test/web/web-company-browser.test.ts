/** The company page in a real browser: above the fold, on paper, by keyboard and without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { signIn } from '#test/support/pro-browser.ts';

const skip = withoutBrowser('the company page in a browser');

describe('the company page', { skip }, () => {
  let service: DemoService;
  let browser: Browser;
  before(async () => {
    service = await demoService(null, 300, runningClock());
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  interface Opened {
    width?: number;
    height?: number;
    script?: boolean;
    pro?: boolean;
  }

  async function opened(
    path: string,
    { width = 1280, height = 800, script = true, pro = false }: Opened,
    look: (page: Page) => Promise<void>,
  ) {
    const context = await browser.newContext({ viewport: { width, height }, javaScriptEnabled: script });
    if (pro) await signIn(context, service);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(service.origin + path);
    await look(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const bottomOf = async (page: Page, selector: string): Promise<number> => {
    const box = await page.locator(selector).first().boundingBox();
    assert.ok(box, selector);
    return box.y + box.height;
  };

  test('shows the name, four answers and the score band with its legend without scrolling on a phone', async () => {
    for (const id of ['giant', 'growing', 'hostileName', 'stateSupplier', 'foreignParent'])
      for (const path of [`/firma/${cuiOf(id)}`, `/en/company/${cuiOf(id)}`])
        await opened(path, { width: 390, height: 844 }, async (page) => {
          assert.ok((await bottomOf(page, '.verdict .key')) <= 844, `${path} ${await bottomOf(page, '.verdict .key')}`);
        });
  });

  test('shows the key figures, too, without scrolling on a desktop', async () => {
    for (const id of ['giant', 'growing', 'stateSupplier'])
      await opened(`/firma/${cuiOf(id)}`, {}, async (page) => {
        assert.ok((await bottomOf(page, '.figures')) <= 800, id);
      });
  });

  test('prints on at most four pages, with its tables unfolded', async () => {
    for (const [id, pro] of [
      ['giant', false],
      ['insolvent', true],
      ['stateSupplier', true],
    ] as const)
      await opened(`/firma/${cuiOf(id)}`, { pro }, async (page) => {
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
        const pages = pdf.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
        assert.ok(pages >= 2 && pages <= 4, `${id}: ${pages}`);
        await page.emulateMedia({ media: 'print' });
        assert.ok(await page.locator('#bilanturi table').isVisible(), 'the table of values is unfolded');
        assert.ok(!(await page.locator('.contents').isVisible()));
        // The width of paper: tables stay tables there, while a phone stacks them as blocks.
        await page.setViewportSize({ width: 700, height: 1000 });
        const heads = await page.locator('table.stacked thead').all();
        assert.ok(heads.length > 0);
        for (const head of heads) assert.ok(await head.isVisible(), `${id}: the column headings are printed`);
      });
  });

  test('links the people of its network to the keyboard, and marks the card in view', async () => {
    await opened('/firma/90000014', {}, async (page) => {
      await page.locator('.net a').first().focus();
      assert.match(await page.evaluate('document.activeElement.getAttribute("href")'), /^\/persoana\//);
      await page.locator('.contents a[href="#istoric"]').click();
      await page.locator('.contents a[href="#istoric"][aria-current]').waitFor();
      assert.ok(await page.locator('[data-print]').isVisible());
    });
  });

  test('has all cards without scripts, and hides only the buttons that need them', async () => {
    await opened('/firma/90000014', { script: false }, async (page) => {
      assert.equal(await page.locator('section.card').count(), 9);
      assert.ok(!(await page.locator('[data-print]').isVisible()));
      assert.equal(await page.locator('.copy').count(), 0);
      assert.ok(await page.locator('.net').isVisible());
    });
  });

  test('does not scroll sideways at 320 pixels, for visitors and for Pro', async () => {
    for (const pro of [false, true])
      for (const path of [
        '/firma/90000014',
        '/en/company/90000030',
        `/firma/${cuiOf('bank')}`,
        '/compara?cui=90000014&cui=90000030&cui=90000138',
      ])
        await opened(path, { width: 320, height: 700, pro }, async (page) => {
          assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path);
        });
  });
});
