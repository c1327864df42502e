/** The search pages, and the instant search in a real browser: by keyboard, by click and without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { isLongTier } from '#test/support/tier.ts';

const skip = isLongTier ? withoutBrowser('the instant search in a browser') : 'in the long tier';

let service: DemoService;
before(async () => {
  service = await demoService();
});
after(() => service.close());

const get = (path: string): Promise<Answered> => ask(service.port, { path, headers: { accept: 'text/html' } });

test('a complete fiscal code in any spelling redirects to its company', async () => {
  for (const q of ['90000014', 'RO90000014', ' ro 90000014 ']) {
    const { status, headers } = await get(`/cautare?q=${encodeURIComponent(q)}`);
    assert.deepEqual([status, headers.location], [303, '/firma/90000014'], q);
  }
  assert.equal((await get('/en/search?q=90000014')).headers.location, '/en/company/90000014');
});

test('results show the locality and the status, which distinguish companies of the same name', async () => {
  const { text } = await get('/cautare?q=vantul+de+miazanoapte');
  assert.match(text, />3.firme</);
  for (const id of ['namesakeBucharest', 'namesakeCluj', 'namesakeIasi'])
    assert.ok(text.includes(`/firma/${cuiOf(id)}"`), id);
  for (const word of ['Cluj-Napoca', 'București', 'Iași', 'În funcțiune', 'Radiată'])
    assert.ok(text.includes(word), word);
});

test('results link their next page, which has other companies', async () => {
  const first = await get('/cautare?q=c');
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? [];
  assert.match(next, /^\/cautare\?q=c&amp;cursor=/);
  const second = await get(next.replaceAll('&amp;', '&'));
  assert.equal(second.status, 200);
  const firms = (text: string): string[] => [...text.matchAll(/"(\/firma\/[0-9]+)"/g)].map(([, path = '']) => path);
  assert.ok(firms(first.text).length > 0 && firms(second.text).length > 0);
  assert.deepEqual(
    firms(second.text).filter((path) => firms(first.text).includes(path)),
    [],
  );
});

test('a mistyped name shows similar names and says so', async () => {
  const { text } = await get('/cautare?q=zimbrull+auriiu');
  assert.match(text, /Niciun nume nu este scris chiar „zimbrull auriiu”/);
  assert.ok(text.includes(`/firma/${cuiOf('giant')}"`));
});

test('a search for a legal form alone says what is missing', async () => {
  const { status, text } = await get('/cautare?q=s.r.l.');
  assert.equal(status, 200);
  assert.match(text, /este o formă juridică/);
  assert.match(text, /name="q"[^>]*value="s\.r\.l\."/);
});

test('a search without hits gives advice, and an empty search is no error', async () => {
  const { status, text } = await get('/cautare?q=qqqqxxxx');
  assert.equal(status, 200);
  assert.match(text, /Nimic pentru „qqqqxxxx”\./);
  assert.match(text, /Căutați după CUI/);
  assert.match((await get('/en/search')).text, /Write the name of a company or a person/);
});

test('results link CSV, XLSX and JSON files', async () => {
  const { text } = await get('/cautare?q=vantul');
  for (const format of ['format=csv&amp;', 'format=xlsx&amp;', ''])
    assert.ok(text.includes(`/api/search?q=vantul&amp;${format}lang=ro"`), format);
});

describe('the instant search', { skip }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  after(() => browser?.close());

  const field = () => page.getByRole('combobox');
  const options = () => page.getByRole('option');
  const chosen = () => page.locator('[aria-selected=true]');
  /** Waits for the focus: a browser may set it after the page has loaded. */
  async function begun(path: string): Promise<void> {
    await page.goto(service.origin + path);
    await page.waitForFunction('document.activeElement?.matches("input[name=q]")');
  }
  async function typed(q: string): Promise<void> {
    await begun('/');
    // In one step: with single keystrokes a slow machine shows the hits of the first letters before.
    await page.keyboard.insertText(q);
    await options().first().waitFor();
  }

  test('the home page focuses the field, and typing shows companies and people', async () => {
    await typed('vantul');
    assert.equal(await field().getAttribute('aria-expanded'), 'true');
    assert.match(await page.getByRole('listbox').innerText(), /Firme · 3[\s\S]*Monitorul|Firme · 3/);
    assert.equal(await page.getByRole('group').count(), await page.locator('.drop [role=presentation]').count());
    assert.ok((await page.locator('.drop mark').allInnerTexts()).includes('VANTUL'));
    await typed('cutezatoru');
    assert.match(await page.getByRole('listbox').innerText(), /Persoane · 1/);
  });

  test('the arrow keys cycle through the hits, and Enter opens the selected one', async () => {
    await typed('vantul');
    const count = await options().count();
    await page.keyboard.press('ArrowDown');
    const first = await options().first().getAttribute('id');
    assert.equal(await field().getAttribute('aria-activedescendant'), first);
    await page.keyboard.press('ArrowUp');
    assert.equal(
      await chosen().getAttribute('id'),
      await options()
        .nth(count - 1)
        .getAttribute('id'),
    );
    await page.keyboard.press('ArrowDown');
    const href = await chosen().getAttribute('href');
    await Promise.all([page.waitForURL(service.origin + href), page.keyboard.press('Enter')]);
  });

  test('Esc closes the list and keeps the text; Enter without a selection shows all results', async () => {
    await typed('vantul');
    await page.keyboard.press('Escape');
    assert.equal(await field().getAttribute('aria-expanded'), 'false');
    assert.equal(await options().count(), 0);
    assert.equal(await field().inputValue(), 'vantul');
    await Promise.all([page.waitForURL(`${service.origin}/cautare?q=vantul`), page.keyboard.press('Enter')]);
  });

  test('a click opens a company, and leaving the field closes the list', async () => {
    await typed('zimbrul auriu');
    await Promise.all([page.waitForURL(`${service.origin}/firma/${cuiOf('giant')}`), options().first().click()]);
    await typed('zimbrul');
    await page.keyboard.press('Tab');
    assert.equal(await options().count(), 0);
  });

  test('a fiscal code and Enter open the company', async () => {
    await begun('/en');
    await page.keyboard.type('90000014');
    await Promise.all([page.waitForURL(`${service.origin}/en/company/90000014`), page.keyboard.press('Enter')]);
  });

  test('a name with markup is escaped in the list', async () => {
    let isOpened = false;
    page.once('dialog', (dialog) => {
      isOpened = true;
      void dialog.dismiss();
    });
    await typed('oreli fiii');
    assert.match(await options().first().innerText(), /<script>alert\(1\)<\/script>/);
    assert.equal(isOpened, false);
  });

  test('a search without hits is announced to screen readers', async () => {
    await begun('/');
    await page.keyboard.type('qqqqxxxx');
    await page
      .locator('form.large [role=status]', { hasText: 'Nimic cu aceste cuvinte.' })
      .waitFor({ state: 'attached' });
  });

  test('without scripts the form leads to the same results', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const bare = await plain.newPage();
    await bare.goto(`${service.origin}/`);
    await bare.locator('main input[name=q]').fill('vantul');
    await bare.keyboard.press('Enter');
    await bare.waitForURL(`${service.origin}/cautare?q=vantul`);
    assert.match(await bare.locator('main').innerText(), /3.firme/);
    await plain.close();
  });
});
