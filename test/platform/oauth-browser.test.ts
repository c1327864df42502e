/** Connecting an app in a real browser, in both languages: redirect, sign-in, consent, return and disconnection. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { createAccount } from '#platform/accounts/accounts.ts';
import { authorizePath, doorStatus, proof, redeem, registered, tokensIn, untilClosed } from '#test/support/app-kit.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const skip = withoutBrowser('connecting an app in a browser');
const PASSWORD = 'o parolă destul de lungă';

const WORDS = {
  ro: { enter: 'Intră', allow: 'Permite', disconnect: 'Deconectează', device: 'program de pe acest dispozitiv' },
  en: { enter: 'Sign in', allow: 'Allow', disconnect: 'Disconnect', device: 'program on this device' },
} as const;

describe('connecting an app in a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  /** The app's own page, on another port of this machine. */
  let app: Server;
  let home = '';
  before(async () => {
    service = await smallService({ bare: true });
    browser = await launchBrowser();
    app = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<title>app</title><p>app'),
    );
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser.close();
    await service.close();
    app.closeAllConnections();
    app.close();
  });

  async function assertAccessible(page: Page): Promise<void> {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      [],
    );
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(overflow) <= 0, `${overflow} px too wide`);
  }

  for (const { language, width, colorScheme } of [
    { language: 'ro', width: 390, colorScheme: 'dark' },
    { language: 'en', width: 1280, colorScheme: 'light' },
  ] as const)
    test(`a window opened by the app leads through sign-in and consent back to the app, in ${language}`, async () => {
      const words = WORDS[language];
      const email = `${language}@browser.example`;
      await createAccount(service.store.state, { email, password: PASSWORD }, Date.now());
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        locale: language === 'ro' ? 'ro-RO' : 'en-GB',
      });
      const own = proof();
      const redirect = `${home}/callback`;
      const client = await registered(service, { client_name: 'Asistentul meu', redirect_uris: [redirect] });
      const intent = { client, proof: own, redirect, scope: 'data:read account:read billing:manage keys:manage' };
      const opener = await context.newPage();
      await opener.goto(home);
      const opening = opener.waitForEvent('popup');
      await opener.evaluate(`window.open(${JSON.stringify(service.origin + authorizePath(service, intent))})`);
      const page = await opening;
      page.on('console', (message) => assert.fail(message.text()));
      await page.getByLabel(language === 'ro' ? 'Adresa de e-mail' : 'E-mail address').fill(email);
      await page.getByLabel(language === 'ro' ? 'Parola' : 'Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: words.enter, exact: true }).click();
      await page.getByRole('heading', { name: /Asistentul meu/ }).waitFor();
      assert.ok((await page.textContent('main'))?.includes(words.device));
      assert.ok((await page.textContent('main'))?.includes(email));
      await assertAccessible(page);
      await page.getByRole('button', { name: words.allow }).click();
      await page.waitForURL(`${redirect}?*`);
      assert.equal(await page.evaluate('window.opener !== null'), true);
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      const { access_token: token } = tokensIn(
        await redeem(service, client, code, own.verifier, { redirect_uri: redirect }),
      );
      assert.equal(await doorStatus(service, token), 200);
      await page.goto(`${service.origin}${language === 'ro' ? '/cont/aplicatii' : '/en/account/apps'}`);
      await assertAccessible(page);
      await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: words.disconnect }).click()]);
      await assertAccessible(page);
      await page.getByRole('button', { name: words.disconnect }).click();
      await page.locator('.alert.good').waitFor();
      await untilClosed(service, token);
      await context.close();
    });
});
