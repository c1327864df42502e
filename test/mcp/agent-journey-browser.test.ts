/** From a chat to Pro and an API key: the official client requests, the person confirms in a real browser, in both languages. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount } from '#platform/accounts/accounts.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { planIs, type Selling, SHOWS, sellingService } from '#test/support/person-kit.ts';

const skip = withoutBrowser('Pro from a chat in a browser');
const PASSWORD = 'o parolă destul de lungă';

const WORDS = {
  ro: {
    title: 'Vă abonați la Pro?',
    go: 'Mergeți la plată',
    pays: 'Cardul plătește',
    active: 'Abonamentul Pro este activ.',
    keyTitle: 'Faceți o cheie API?',
    keyGo: 'Mergeți la chei',
    cancelGo: 'Anulează abonamentul',
    canceled: 'Furnizorul de plăți a fost anunțat: abonamentul nu se mai reînnoiește.',
  },
  en: {
    title: 'Subscribe to Pro?',
    go: 'Go on to the payment',
    pays: 'The card pays',
    active: 'Your Pro subscription is active.',
    keyTitle: 'Create an API key?',
    keyGo: 'Go on to the keys',
    cancelGo: 'Cancel the subscription',
    canceled: 'The payment provider has the cancellation: the subscription is not renewed.',
  },
} as const;

describe('Pro from a chat in a browser', { skip }, () => {
  let selling: Selling;
  let browser: Browser;
  before(async () => {
    selling = await sellingService(null);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await selling.close();
  });

  const journeys = [
    { language: 'ro', javaScriptEnabled: true, width: 1280, colorScheme: 'light' },
    { language: 'en', javaScriptEnabled: false, width: 320, colorScheme: 'dark' },
  ] as const;

  for (const { language, javaScriptEnabled, width, colorScheme } of journeys)
    test(`request → sign-in → confirmation → payment → Pro → API key → cancellation, in ${language}`, async () => {
      const { service, provider } = selling;
      const words = WORDS[language];
      const email = `chat.${language}@example.ro`;
      const account = await createAccount(service.store.state, { email, password: PASSWORD }, Date.now());
      const context = await browser.newContext({ javaScriptEnabled, colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      page.on('console', (message) => assert.fail(message.text()));

      const pay = async (url: string): Promise<void> => {
        await page.goto(url);
        assert.match(page.url(), /intrare|sign-in/, 'a visitor without a session signs in first');
        await page.fill('#email', email);
        await page.fill('#password', PASSWORD);
        await page.locator('main form.ask button[type=submit]').click();
        await page.getByRole('heading', { name: words.title }).waitFor();
        assert.equal(page.url(), url);
        await nothingWrong(page, javaScriptEnabled);
        await page.getByRole('button', { name: words.go }).click();
        await page.waitForURL(`${provider.address}/c/pay/*`);
        await page.getByRole('button', { name: words.pays }).click();
        await page.waitForURL(/back=paid/);
        await page.getByText(words.active).waitFor();
      };
      let shownKey = '';
      const makeKey = async (url: string): Promise<void> => {
        await page.goto(url);
        await page.getByRole('heading', { name: words.keyTitle }).waitFor();
        await nothingWrong(page, javaScriptEnabled);
        await page.getByRole('button', { name: words.keyGo }).click();
        assert.equal(await page.inputValue('input[name=name]'), 'ERP contabilitate');
        await page.locator('details.making form button[type=submit]').click();
        shownKey = (await page.textContent('.fresh-key code')) ?? '';
      };
      const cancel = async (url: string): Promise<void> => {
        await page.goto(url);
        await page.getByRole('button', { name: words.cancelGo }).click();
        await page.getByText(words.canceled).waitFor();
      };
      const finish = { start_checkout: pay, create_api_key: makeKey, cancel_subscription: cancel } as const;

      const received: string[] = [];
      const agent = await connected(account, language, async (tool, params) => {
        received.push(params.message);
        if (params.mode !== 'url') throw new Error('expected a link, not a form');
        await finish[tool as keyof typeof finish](params.url);
        return { action: 'accept' };
      });
      const output = await agent.call('start_checkout');
      assert.equal(output.state, 'active');
      assert.equal((await agent.call('get_account_status')).plan, 'pro');
      const key = await agent.call('create_api_key', { name: 'ERP contabilitate' });
      assert.equal(key.state, 'done');
      assert.match(shownKey, /^fmt_live_[0-9A-Za-z]{36}$/);
      assert.equal((await agent.call('cancel_subscription')).state, 'done');
      await planIs(service, account, 'canceling');
      assert.equal((await agent.call('get_account_status')).subscription, 'canceling');
      assert.equal(received.length, 3);
      assert.ok(!JSON.stringify([agent.shown, received]).includes(shownKey), 'the key does not appear in the chat');
      await agent.close();
      await context.close();
    });

  test('the browser of another account learns nothing of a request, and its owner can decline it', async () => {
    const { service } = selling;
    const account = await createAccount(
      service.store.state,
      { email: 'alta@example.ro', password: PASSWORD },
      Date.now(),
    );
    const owner = await createAccount(
      service.store.state,
      { email: 'a.mea@example.ro', password: PASSWORD },
      Date.now(),
    );
    assert.notEqual(account, owner);
    const enter = async (context: BrowserContext, email: string, url: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(url);
      await page.fill('#email', email);
      await page.fill('#password', PASSWORD);
      await page.locator('main form.ask button[type=submit]').click();
      await page.waitForURL(url);
      return page;
    };
    const agent = await connected(owner, 'en', async (_, params) => {
      if (params.mode !== 'url') throw new Error('expected a link, not a form');
      const other = await browser.newContext();
      const strange = await enter(other, 'alta@example.ro', params.url);
      await strange.getByRole('heading', { name: 'This request is not for your account' }).waitFor();
      await other.close();
      const own = await browser.newContext();
      const page = await enter(own, 'a.mea@example.ro', params.url);
      await page.getByRole('button', { name: 'No, decline' }).click();
      await page.getByText('You declined', { exact: true }).waitFor();
      await own.close();
      return { action: 'accept' };
    });
    assert.equal((await agent.call('start_checkout')).state, 'declined');
    assert.equal((await agent.call('get_account_status')).plan, 'free');
    await agent.close();
  });

  type Shown = { mode: 'url'; url: string; message: string } | { mode?: 'form'; message: string };
  type Answer = { action: 'accept' | 'decline'; content?: Record<string, boolean> };

  /** The official client as a host uses it, with a token of the account. */
  async function connected(
    account: string,
    language: string,
    person: (tool: string, params: Shown) => Promise<Answer>,
  ) {
    const { token } = await agentAt(selling.service, { account });
    const client = new Client(
      { name: 'host', version: '1' },
      { capabilities: SHOWS, versionNegotiation: { mode: 'auto' } },
    );
    let calling = '';
    client.setRequestHandler('elicitation/create', ({ params }) => person(calling, params as Shown));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${selling.service.origin}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}`, 'accept-language': language } },
      }),
    );
    const reported: unknown[] = [];
    return {
      shown: reported,
      async call(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
        calling = name;
        // Above the default timeout: the person acts in a browser meanwhile.
        const result = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
        reported.push(result);
        return result.structuredContent as Record<string, unknown>;
      },
      close: () => client.close(),
    };
  }
});

async function nothingWrong(page: Page, hasScripts: boolean): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  if (!hasScripts) return;
  const found = (await page.evaluate(
    `${AXE};axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
  )) as string[];
  assert.deepEqual(found, []);
}
