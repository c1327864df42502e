/** An account in a real browser, in both languages: API keys and their first request, passkeys, and accessible pages. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Language } from '#lib/i18n/message.ts';
import { accountBrowser, putInto } from '#test/support/account-browser.ts';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';
import { tabbed } from '#test/support/web-keyboard.ts';
import { WIDE, walk } from '#test/support/web-walk.ts';
import { addresses } from '#transports/web/addresses.ts';

const skip = withoutBrowser('accounts in a browser');
const KEY = /fmt_live_[0-9A-Za-z]{36}/;

describe('an account in a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  /** By host name: browsers refuse passkeys for IP addresses. */
  let site: string;
  before(async () => {
    service = await smallService();
    site = service.origin.replace('127.0.0.1', 'localhost');
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  let created = 0;
  const signedIn = async (options: Parameters<Browser['newContext']>[0] = {}, pro = true): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: WIDE, ...options });
    await putInto(context, site, await accountBrowser(service, { pro, email: `a${++created}@example.ro` }));
    return context;
  };
  const called = async (key: string): Promise<number> =>
    (await ask(service.port, { path: '/api/company/90000014', headers: { 'x-api-key': key } })).status;

  const journey: Record<Language, { ready: RegExp; usage: RegExp; revoked: RegExp }> = {
    ro: { ready: /Cheia „ERP” e gata/, usage: /1\s+cerere în 30\s+de\s+zile/, revoked: /Cheia a fost revocată/ },
    en: { ready: /The key “ERP” is ready/, usage: /1\s+request in 30\s+days/, revoked: /The key was revoked/ },
  };
  for (const language of ['ro', 'en'] as const)
    for (const javaScriptEnabled of [true, false])
      test(`a key is created, works, appears in the usage and is revoked: ${language}, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
        const words = journey[language];
        const context = await signedIn({ javaScriptEnabled });
        const page = await context.newPage();
        await page.goto(site + addresses.account[language]);
        await page.click('.next-step .button');
        assert.equal(new URL(page.url()).pathname, addresses.keys[language]);
        await page.fill('#name', 'ERP');
        await page.click('form.ask button[type=submit]');
        assert.match(await page.locator('.fresh-key').innerText(), words.ready);
        const key = (await page.locator('.fresh-key-line code').textContent()) ?? '';
        const command = (await page.locator('.fresh-key .command code').textContent()) ?? '';
        assert.equal(command, `curl -H 'X-API-Key: ${key}' ${site}/api/company/90000014`);
        assert.equal(await called(key), 200);
        page.on('dialog', (dialog) => void dialog.accept());
        await page.reload();
        assert.doesNotMatch(await page.content(), KEY, 'the key is displayed once');
        assert.equal(await page.locator('.ledger.keys > li').count(), 1, 'and created once');
        await until('the request is counted', async () => {
          await page.goto(site + addresses.usage[language]);
          return words.usage.test(await page.locator('main').innerText());
        });
        await page.goto(site + addresses.keys[language]);
        await page.click('.ledger.keys .right a');
        await page.click('button.grave');
        assert.match(await page.locator('.alert.good').innerText(), words.revoked);
        await until('the key stops', async () => (await called(key)) === 401);
        await context.close();
      });

  test('the copy button copies the key', async () => {
    const context = await signedIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site });
    const page = await context.newPage();
    await page.goto(`${site}/cont/chei`);
    await page.click('form.ask button[type=submit]');
    await page.click('.fresh-key-line button');
    const key = await page.locator('.fresh-key-line code').textContent();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    await context.close();
  });

  /** A virtual authenticator of the browser that reports its user as present. */
  async function authenticator(page: Page, isUserVerified = true): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    });
  }

  for (const language of ['ro', 'en'] as const)
    test(`a passkey is added, signs in without an email address, reauthenticates and is removed: ${language}`, async () => {
      const context = await signedIn({}, false);
      const page = await context.newPage();
      await authenticator(page);
      await page.goto(site + addresses.passkeys[language]);
      await page.fill('#name', 'Telefonul <b>meu</b>');
      await page.click('form.passkey button');
      await page.waitForURL(/done=added/);
      assert.match(await page.locator('.ledger.passkeys').innerText(), /Telefonul <b>meu<\/b>/);
      await context.clearCookies();
      await page.goto(`${site}${addresses.signIn[language]}?next=${encodeURIComponent(addresses.usage[language])}`);
      await page.click('form.passkey button');
      await page.waitForURL(site + addresses.usage[language]);
      const before = (await context.cookies()).find(({ name }) => name === 'firmoteca_session')?.value;
      await page.goto(
        `${site}${addresses.reauthenticate[language]}?next=${encodeURIComponent(addresses.keys[language])}`,
      );
      await page.click('form.passkey button');
      await page.waitForURL(site + addresses.keys[language]);
      const now = (await context.cookies()).find(({ name }) => name === 'firmoteca_session')?.value;
      assert.notEqual(now, before, 'reauthentication starts a new session');
      await page.goto(site + addresses.security[language]);
      assert.match(await page.locator('main').innerText(), /Telefonul <b>meu<\/b>/);
      await page.goto(site + addresses.passkeys[language]);
      await page.click('.ledger.passkeys summary');
      await page.click('.ledger.passkeys button.grave');
      await page.waitForURL(/done=removed/);
      await context.clearCookies();
      await page.goto(site + addresses.passkeySignIn[language]);
      await page.click('form.passkey button');
      await page.locator('.alert.stop').waitFor();
      await context.close();
    });

  test('an authenticator without user verification adds no passkey, and the page says that nothing was done', async () => {
    const context = await signedIn({}, false);
    const page = await context.newPage();
    await authenticator(page, false);
    await page.goto(`${site}/cont/chei-de-acces`);
    await page.click('form.passkey button');
    await until('the page reports it', async () =>
      /Nu s-a făcut nimic/.test(await page.locator('form.passkey').innerText()),
    );
    await page.reload();
    assert.equal(await page.locator('.ledger.passkeys > li').count(), 0);
    await context.close();
  });

  test('without scripts the passkey button says that it needs JavaScript', async () => {
    const context = await signedIn({ javaScriptEnabled: false }, false);
    const page = await context.newPage();
    for (const path of ['/cont/chei-de-acces', '/cont/cheie-de-acces']) {
      await page.goto(site + path);
      await page.click('form.passkey button');
      assert.match(await page.locator('.alert.stop').innerText(), /au nevoie de JavaScript/, path);
      await context.clearCookies();
    }
    await context.close();
  });

  const WALKED = ['account', 'keys', 'usage', 'apps', 'passkeys', 'passkeySignIn'] as const;

  test('every account page is accessible: axe rules, both themes, narrow screens, keyboard, no scripts', async () => {
    const context = await signedIn();
    const page = await context.newPage();
    await page.goto(`${site}/cont/chei`);
    await page.fill('#name', 'un nume lung, fără loc de rupt_______________________');
    await page.click('form.ask button[type=submit]');
    const path = await page.locator('.ledger.keys .right a').first().getAttribute('href');
    assert.ok(path);
    const own = WALKED.map((name) => ({ page: addresses[name].ro, at: addresses[name] }));
    const revocation = { ro: path, en: path.replace('/cont/chei', '/en/account/keys') };
    const all = [...own, { page: addresses.keyRevocation.ro, at: revocation }];
    const texts = new Map<string, string>();
    for (const language of ['ro', 'en'] as const)
      for (const one of await walk(context, { origin: site }, all, { language, themes: ['light', 'dark'] })) {
        const { address, status, violations, complaints, foreign, dialogs, sideways, text } = one;
        assert.deepEqual([status, violations, complaints, foreign, dialogs], [200, [], [], [], []], address);
        for (const [width, px] of Object.entries(sideways))
          assert.equal(px <= 0, true, `${address} at ${width}: ${px} px`);
        texts.set(address, text);
      }
    for (const { at } of all) {
      const { expected, reached, unseen } = await tabbed(page, site + at.ro);
      assert.deepEqual([reached, unseen], [expected, []], at.ro);
    }
    const cookies = await context.cookies();
    const plain = await browser.newContext({ viewport: WIDE, javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const bare = await plain.newPage();
    for (const { at } of all) {
      await bare.goto(site + at.ro);
      const text = (await bare.locator('main').innerText()).replace(/\s+/g, ' ').trim();
      assert.equal(text, texts.get(site + at.ro), at.ro);
    }
    await plain.close();
    await context.close();
  });
});
