/** Browsers of accounts: with or without Pro, with a recent or an old sign-in. */
import type { BrowserContext } from 'playwright-core';
import { watchChanges } from '#data/store/changes/counter.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { browserSessions } from '#platform/accounts/sessions.ts';
import type { SignedInto } from './pro-browser.ts';
import { type Answered, ask } from './raw-request.ts';
import { sendForm } from './web-form.ts';

export interface AccountDetails {
  pro?: boolean;
  email?: string | null;
  /** Milliseconds since the sign-in. */
  agoMs?: number;
  /** An existing account. */
  account?: string;
}

export interface AccountBrowser {
  account: string;
  /** The cookie header. */
  cookie: string;
}

export async function accountBrowser(
  { store: { state }, secrets }: Pick<SignedInto, 'store' | 'secrets'>,
  { pro = true, email = null, agoMs = 0, account: known }: AccountDetails = {},
): Promise<AccountBrowser> {
  const now = Date.now() - agoMs;
  const account = known ?? (await createAccount(state, { email, password: null }, now));
  if (pro && known === undefined)
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, now);
  const nobody = (): void => {};
  const watch = await watchChanges(state, 'access', nobody, nobody);
  try {
    const sessions = browserSessions({ state, watch, secret: secrets.sessionKey });
    return { account, cookie: `firmoteca_session=${await sessions.open(account, now)}` };
  } finally {
    await watch.stop();
  }
}

export async function putInto(context: BrowserContext, origin: string, { cookie }: AccountBrowser): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
}

/** Opens a page as the browser would. */
export const openPage = (port: number, path: string, browser: AccountBrowser | null): Promise<Answered> =>
  ask(port, { path, headers: { accept: 'text/html', ...(browser && { cookie: browser.cookie }) } });

/** Sends a form of the site from the browser. */
export const send = (
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  browser: AccountBrowser | null,
): Promise<Answered> => sendForm(port, path, fields, browser ? { cookie: browser.cookie } : {});
