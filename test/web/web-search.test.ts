/** The search in a real browser: instant under the field, by keyboard, and without scripts; and what results tell. */
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

test('a whole fiscal code goes straight to its company, however it is written', async () => {
  for (const q of ['90000014', 'RO90000014', ' ro 90000014 ']) {
    const { status, headers } = await get(`/cautare?q=${encodeURIComponent(q)}`);
    assert.deepEqual([status, headers.location], [303, '/firma/90000014'], q);
  }
  assert.equal((await get('/en/search?q=90000014')).headers.location, '/en/company/90000014');
});

test('results name the town, the activity and the status, so that namesakes are told apart', async () => {
  const { text } = await get('/cautare?q=vantul+de+miazanoapte');
  assert.match(text, />3.firme</);
  for (const id of ['namesakeBucharest', 'namesakeCluj', 'namesakeIasi'])
    assert.ok(text.includes(`/firma/${cuiOf(id)}"`), id);
  for (const word of ['Cluj-Napoca', 'București', 'Iași', 'În funcțiune', 'Radiată'])
    assert.ok(text.includes(word), word);
});

test('results go on page by page, each with its own address', async () => {
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

test('a name that is mistyped shows those written nearly so, and says it', async () => {
  const { text } = await get('/cautare?q=zimbrull+auriiu');
  assert.match(text, /Niciun nume nu este scris chiar „zimbrull auriiu”/);
  assert.ok(text.includes(`/firma/${cuiOf('giant')}"`));
});

test('nothing found is said, with a way on; nothing typed is no error', async () => {
  const { status, text } = await get('/cautare?q=qqqqxxxx');
  assert.equal(status, 200);
  assert.match(text, /Nimic pentru „qqqqxxxx”\./);
  assert.match(text, /Căutați după CUI/);
  assert.match((await get('/en/search')).text, /Write the name of a company or a person/);
});

test('results can be had as CSV, XLSX and JSON', async () => {
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
  /** A browser may give the field its focus after the page is there. */
  async function begun(path: string): Promise<void> {
    await page.goto(service.origin + path);
    await page.waitForFunction('document.activeElement?.matches("input[name=q]")');
  }
  async function typed(q: string): Promise<void> {
    await begun('/');
    // At once: letter by letter a busy machine shows the hits of the beginning first.
    await page.keyboard.insertText(q);
    await options().first().waitFor();
  }

  test('the first page begins in its field; what is typed shows companies, people and records', async () => {
    await typed('vantul');
    assert.equal(await field().getAttribute('aria-expanded'), 'true');
    assert.match(await page.getByRole('listbox').innerText(), /Firme · 3[\s\S]*Monitorul|Firme · 3/);
    assert.equal(await page.getByRole('group').count(), await page.locator('.drop [role=presentation]').count());
    assert.ok((await page.locator('.drop mark').allInnerTexts()).includes('VANTUL'));
    await typed('cutezatoru');
    assert.match(await page.getByRole('listbox').innerText(), /Persoane · 1/);
  });

  test('arrows choose, round and round; Enter opens what is chosen', async () => {
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

  test('Esc closes the list and leaves the words; Enter without a choice shows all results', async () => {
    await typed('vantul');
    await page.keyboard.press('Escape');
    assert.equal(await field().getAttribute('aria-expanded'), 'false');
    assert.equal(await options().count(), 0);
    assert.equal(await field().inputValue(), 'vantul');
    await Promise.all([page.waitForURL(`${service.origin}/cautare?q=vantul`), page.keyboard.press('Enter')]);
  });

  test('whoever leaves the field leaves the list; a click opens a company', async () => {
    await typed('zimbrul auriu');
    await Promise.all([page.waitForURL(`${service.origin}/firma/${cuiOf('giant')}`), options().first().click()]);
    await typed('zimbrul');
    await page.keyboard.press('Tab');
    assert.equal(await options().count(), 0);
  });

  test('a fiscal code and Enter is the company', async () => {
    await begun('/en');
    await page.keyboard.type('90000014');
    await Promise.all([page.waitForURL(`${service.origin}/en/company/90000014`), page.keyboard.press('Enter')]);
  });

  test('a name that holds markup is text in the list, too', async () => {
    let isOpened = false;
    page.once('dialog', (dialog) => {
      isOpened = true;
      void dialog.dismiss();
    });
    await typed('oreli fiii');
    assert.match(await options().first().innerText(), /<script>alert\(1\)<\/script>/);
    assert.equal(isOpened, false);
  });

  test('nothing found is told to those who do not see the list', async () => {
    await begun('/');
    await page.keyboard.type('qqqqxxxx');
    await page
      .locator('form.large [role=status]', { hasText: 'Nimic cu aceste cuvinte.' })
      .waitFor({ state: 'attached' });
  });

  test('without scripts the form alone leads to the same rows', async () => {
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
