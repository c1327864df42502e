/** The session cookie in a real browser: what a reader of our page can do, and what a page of another site cannot make the browser do. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const skip = withoutBrowser('browser sessions in a browser');
const COMPANY = '/api/company/90000014';

describe('a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  let context: BrowserContext;
  /** Another site needs another host name: two ports of one host are the same site. */
  let elsewhere: Server;
  let foreign: string;

  before(async () => {
    service = await smallService();
    browser = await launchBrowser();
    context = await browser.newContext();
    elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${service.origin}${COMPANY}">go</a>`);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    foreign = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser.close();
    await service.close();
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  test('without a session is redirected from an API address to its page, and its scripts get a 401', async () => {
    const page = await context.newPage();
    const opened = await page.goto(service.origin + COMPANY);
    assert.equal(opened?.request().redirectedFrom()?.url(), service.origin + COMPANY);
    assert.match(page.url(), /\/en\/company\/90000014$/);
    await page.close();
    const other = await browser.newContext();
    const stranger = await other.newPage();
    await stranger.goto(`${service.origin}/robots.txt`);
    assert.equal(await stranger.evaluate(`fetch('${COMPANY}').then((one) => one.status)`), 401);
    await other.close();
  });

  test('with a session gets API answers by script, by typed address and from the “try it” form', async () => {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${service.origin}/`);
    assert.equal(await page.evaluate('document.cookie'), '', 'scripts do not see the cookie');
    const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(sideways, 0);
    assert.deepEqual(complaints, []);
    assert.equal(await page.evaluate(`fetch('${COMPANY}').then((one) => one.status)`), 200);
    const typed = await page.goto(service.origin + COMPANY);
    assert.equal(typed?.status(), 200);
    assert.equal(page.url(), service.origin + COMPANY);
    assert.match((await typed?.text()) ?? '', /"cui":"90000014"/);
    await page.goto(`${service.origin}/docs/getCompany`);
    await page.fill('#key', '');
    const [answer] = await Promise.all([
      page.waitForResponse(service.origin + COMPANY),
      page.click('form.try button[type=submit]'),
    ]);
    assert.equal(answer.status(), 200);
    await page.close();
  });

  test('with a cached preview does not reuse it for a request with a key', async () => {
    const page = await context.newPage();
    await page.goto(`${service.origin}/docs`);
    const isPreview = (init: string): Promise<unknown> =>
      page.evaluate(
        `fetch('/api/search/people?q=a', ${init}).then((one) => one.json()).then(({ meta }) => meta.preview === true)`,
      );
    assert.equal(await isPreview('{}'), true);
    assert.equal(await isPreview(`{ headers: { 'x-api-key': '${DEMO_KEY}' } }`), false);
    assert.equal(await isPreview('{}'), true);
    await page.close();
  });

  test('that follows a link from another site gets the page instead of the answer, and that site reads nothing', async () => {
    const page = await context.newPage();
    await page.goto(foreign);
    const [answer] = await Promise.all([page.waitForResponse(service.origin + COMPANY), page.click('a')]);
    assert.equal(answer.status(), 303);
    await page.waitForURL(/\/en\/company\/90000014$/);
    await page.goto(foreign);
    const requested = (init: string): Promise<unknown> =>
      page.evaluate(`fetch('${service.origin}${COMPANY}', ${init}).then((one) => one.status, () => 'unreadable')`);
    assert.equal(await requested("{ credentials: 'include' }"), 'unreadable');
    assert.equal(await requested('{}'), 401);
    await page.close();
  });
});
