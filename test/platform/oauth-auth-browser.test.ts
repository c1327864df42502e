/** Sign-up, password reset and passkey sign-in while an app waits: the authorization request survives, in a real browser. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount } from '#platform/accounts/accounts.ts';
import {
  type At,
  authorizePath,
  connected,
  doorStatus,
  proof,
  registered,
  type Tokens,
} from '#test/support/app-kit.ts';
import { entranceService, linkTo, PASSWORD } from '#test/support/auth-kit.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { addresses } from '#transports/web/addresses.ts';

const skip = withoutBrowser('sign-in while an app waits');

const WORDS = {
  ro: { asks: 'O aplicație cere acces', lost: 'Reveniți în aplicație', goOn: 'aplicația care cere acces' },
  en: { asks: 'An app asks for access', lost: 'Go back to the app', goOn: 'the app that asks for access' },
} as const;

describe('sign-in while an app waits', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  /** The app's own page, on another port of this machine. */
  let app: Server;
  let home = '';
  before(async () => {
    service = await entranceService();
    browser = await launchBrowser();
    app = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>app</title>app'));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser.close();
    await service.close();
    app.closeAllConnections();
    app.close();
  });

  interface Waiting {
    address: string;
    /** Redeems the code that the browser received, and checks that the MCP endpoint accepts the token. */
    finish(page: Page): Promise<void>;
  }

  async function waitingApp(at: At = service): Promise<Waiting> {
    const redirect = `${home}/callback`;
    const client = await registered(at, { client_name: 'Asistentul meu', redirect_uris: [redirect] });
    const own = proof();
    return {
      address: at.origin + authorizePath(at, { client, proof: own, redirect }),
      async finish(page) {
        await page.getByRole('heading', { name: /Asistentul meu/ }).waitFor();
        await page.locator('button[value=allow]').click();
        await page.waitForURL(`${redirect}?*`);
        const code = new URL(page.url()).searchParams.get('code') ?? '';
        const grant = { grant_type: 'authorization_code', client_id: client, code, code_verifier: own.verifier };
        const body = new URLSearchParams({ ...grant, redirect_uri: redirect });
        // Tokens are bound to the host name that the browser used.
        const redeemed = await fetch(`${at.origin}/oauth/token`, { method: 'POST', body });
        const { access_token: token } = (await redeemed.json()) as Tokens;
        assert.equal(await doorStatus(at, token), 200);
      },
    };
  }

  const send = (page: Page): Promise<unknown> =>
    Promise.all([page.waitForEvent('load'), page.click('main form.ask button[type=submit]')]);

  async function followLetter(page: Page, email: string): Promise<void> {
    await page.goto(service.origin + (await linkTo(service, email)));
    await page.fill('#password', PASSWORD);
    await send(page);
  }

  async function nothingWrong(page: Page, hasScripts: boolean): Promise<void> {
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    if (!hasScripts) return;
    const found = await page.evaluate(`${AXE};axe.run().then(({ violations }) => violations.map(({ id }) => id))`);
    assert.deepEqual(found, []);
  }

  const newContext = (language: 'ro' | 'en', javaScriptEnabled = true): Promise<BrowserContext> =>
    browser.newContext({
      javaScriptEnabled,
      locale: language === 'ro' ? 'ro-RO' : 'en-GB',
      viewport: { width: 390, height: 800 },
    });

  for (const [language, hasScripts] of [
    ['ro', false],
    ['en', true],
  ] as const)
    test(`a sign-up during an authorization request leads back to the consent page, in ${language}`, async () => {
      const words = WORDS[language];
      const context = await newContext(language, hasScripts);
      const page = await context.newPage();
      const { address, finish } = await waitingApp();
      await page.goto(address);
      assert.match(await page.innerText('main'), new RegExp(words.asks));
      await nothingWrong(page, hasScripts);
      await Promise.all([page.waitForEvent('load'), page.click('.sign-in-links li:last-child a')]);
      await nothingWrong(page, hasScripts);
      const email = `nou.${language}@example.ro`;
      await page.fill('#email', email);
      await send(page);
      await followLetter(page, email);
      await finish(page);
      await context.close();
    });

  test('a sign-up link opened in another browser opens the account and asks to start again in the app', async () => {
    const context = await newContext('en');
    const page = await context.newPage();
    await page.goto((await waitingApp()).address);
    await Promise.all([page.waitForEvent('load'), page.click('.sign-in-links li:last-child a')]);
    await page.fill('#email', 'telefon@example.ro');
    await send(page);
    const phone = await newContext('en');
    const other = await phone.newPage();
    await followLetter(other, 'telefon@example.ro');
    await other.getByRole('heading', { name: WORDS.en.lost }).waitFor();
    await nothingWrong(other, true);
    await phone.close();
    await context.close();
  });

  test('a password reset shows the connected apps and leads back to the consent page', async () => {
    const email = 'uitat@example.ro';
    const account = await createAccount(service.store.state, { email, password: PASSWORD }, Date.now());
    await connected(service, { account });
    const context = await newContext('ro');
    const page = await context.newPage();
    const { address, finish } = await waitingApp();
    await page.goto(address);
    await Promise.all([page.waitForEvent('load'), page.click('.sign-in-links li:first-child a')]);
    await page.fill('#email', email);
    await send(page);
    await followLetter(page, email);
    await nothingWrong(page, true);
    await page.getByRole('link', { name: WORDS.ro.goOn }).click();
    await finish(page);
    await context.close();
  });

  test('a passkey sign-in during an authorization request leads back to the consent page', async () => {
    const email = 'cheie@example.ro';
    await createAccount(service.store.state, { email, password: PASSWORD }, Date.now());
    // Passkeys belong to a domain name: an IP address has none.
    const at = { ...service, origin: `http://localhost:${service.port}` };
    const context = await newContext('en');
    const page = await context.newPage();
    await authenticator(page);
    await page.goto(at.origin + addresses.passkeys.en);
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await send(page);
    await page.fill('#name', 'Phone');
    await page.click('form.passkey button');
    await page.waitForURL(/done=added/);
    const { address, finish } = await waitingApp(at);
    await context.clearCookies();
    await page.goto(address);
    await page.click('form.passkey button');
    await finish(page);
    await context.close();
  });

  /** A virtual authenticator of the browser that confirms user presence. */
  async function authenticator(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }
});
