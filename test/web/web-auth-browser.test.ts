/** Sign-up, sign-in, sign-out and password reset in a real browser, without scripts and at 320 px, in both languages. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '#lib/i18n/message.ts';
import { entranceService, lettersTo, linkTo, signedUp } from '#test/support/auth-kit.ts';
import { AXE, launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { to } from '#transports/web/addresses.ts';

const skip = withoutBrowser('sign-in in a browser');

describe('in a browser', { skip }, () => {
  let service: SmallService;
  let browser: Browser;
  before(async () => {
    service = await entranceService();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  const opened = async (
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<{ page: Page; output: string[] }> => {
    const page = await (await browser.newContext(options)).newPage();
    const output: string[] = [];
    page.on('console', (message) => output.push(message.text()));
    page.on('pageerror', (error) => output.push(String(error)));
    return { page, output };
  };
  const sent = (page: Page): Promise<unknown> =>
    Promise.all([page.waitForEvent('load'), page.click('main form.ask button[type=submit]')]);

  for (const language of ['ro', 'en'] satisfies Language[])
    test(`sign-up by email, sign-out, sign-in and password reset: ${language}`, async () => {
      const { page, output } = await opened({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
      const at = (name: Parameters<typeof to>[0]): string => service.origin + to(name, language);
      const path = (): string => new URL(page.url()).pathname;
      const email = `calatorie.${language}@example.ro`;

      const followLetter = async (): Promise<void> => {
        await page.goto(at('outbox'));
        assert.match(await page.innerText('main'), new RegExp(email.replaceAll('.', '\\.')));
        await Promise.all([page.waitForEvent('load'), page.locator('main a[href*="code="]').first().click()]);
        assert.equal(path(), to('link', language));
      };

      await page.goto(at('account').replace(to('account', language), to('security', language)));
      assert.equal(path(), to('signIn', language), 'redirected to sign-in');
      await Promise.all([page.waitForEvent('load'), page.click('.sign-in-links li:last-child a')]);
      assert.equal(path(), to('signUp', language));
      await page.fill('#email', email);
      await sent(page);
      await followLetter();
      await page.fill('#password', 'prima parolă a călătoriei');
      await sent(page);
      assert.equal(path(), to('account', language));

      await page.goto(at('security'));
      assert.match(await page.innerText('main'), new RegExp(email.replaceAll('.', '\\.')));
      await Promise.all([page.waitForEvent('load'), page.click('.account-sections button')]);
      assert.equal(path(), to('signIn', language), 'signed out');
      await page.fill('#email', email);
      await page.fill('#password', 'prima parolă a călătoriei');
      await sent(page);
      assert.equal(path(), to('account', language));

      await page.goto(at('security'));
      await Promise.all([page.waitForEvent('load'), page.click('.account-sections button')]);
      await Promise.all([page.waitForEvent('load'), page.click('.sign-in-links li:first-child a')]);
      await page.fill('#email', email);
      await sent(page);
      await followLetter();
      await page.fill('#password', 'a doua parolă a călătoriei');
      await sent(page);
      assert.equal(path(), to('account', language));
      await page.goto(at('security'));
      assert.equal(path(), to('security', language));
      assert.equal((await lettersTo(service, email)).length, 3, 'two links and the notice of the new password');
      assert.deepEqual(
        output.filter((text) => !/404/.test(text)),
        [],
      );
      await page.context().close();
    });

  test('the address of an email link is never sent as a referrer, and its form still works', async () => {
    await signedUp(service, 'referer@example.ro');
    const { page } = await opened();
    await page.goto(`${service.origin}/cont/parola`);
    await page.fill('#email', 'referer@example.ro');
    await sent(page);
    const path = await linkTo(service, 'referer@example.ro');
    const referrers: string[] = [];
    page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
    await page.goto(service.origin + path);
    await page.fill('#password', 'parola fără urme');
    await sent(page);
    assert.equal(new URL(page.url()).pathname, '/cont');
    assert.ok(referrers.length > 2);
    assert.deepEqual(
      referrers.filter((referrer) => referrer.includes('code=')),
      [],
    );
    await page.context().close();
  });

  test('the pages of valid and expired links are accessible in both themes', async () => {
    await signedUp(service, 'citit@example.ro');
    const { page } = await opened();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.origin}/cont/parola`);
      await page.fill('#email', 'citit@example.ro');
      await sent(page);
      for (const path of [await linkTo(service, 'citit@example.ro'), '/cont/legatura?code=x', '/cont/date?gone=1']) {
        await page.goto(service.origin + path);
        await page.evaluate(AXE);
        const found = await page.evaluate<string[]>(
          `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
        );
        assert.deepEqual(found, [], `${colorScheme} ${path.slice(0, 30)}`);
      }
    }
    await page.context().close();
  });

  test('one click signs in to the demo account', async () => {
    const { page } = await opened({ viewport: { width: 390, height: 800 } });
    await page.goto(`${service.origin}/en/account/sign-in?next=/en/account/data`);
    await Promise.all([page.waitForEvent('load'), page.click('.sign-in-demo button')]);
    assert.equal(new URL(page.url()).pathname, '/en/account/data');
    assert.match(await page.innerText('main'), /All visitors share the demo account/);
    await page.context().close();
  });
});
