/** Browsers of a signed-in Pro account and of visitors: as a cookie for requests, or set in a real browser. */
import type { BrowserContext } from 'playwright-core';
import { watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { browserSessions } from '#platform/accounts/sessions.ts';
import type { Secrets } from '#server/secrets.ts';

/** Satisfied by `smallService()` and `demoService()`. */
export interface SignedInto {
  origin: string;
  store: { state: Database };
  secrets: Secrets;
}

const NAME = 'firmoteca_session';

/** The `cookie` header of a signed-in browser with Pro. */
export const proCookie = async (service: Pick<SignedInto, 'store' | 'secrets'>): Promise<string> =>
  (await proReader(service)).cookie;

/** The same, with the account. */
export async function proReader(service: Pick<SignedInto, 'store' | 'secrets'>) {
  const reader = await plainReader(service);
  for (const to of ['incomplete', 'active'] as const)
    await changeSubscription(service.store.state, reader.account, to, Date.now());
  return reader;
}

/** For an account without a plan. */
export async function plainReader(
  { store: { state }, secrets }: Pick<SignedInto, 'store' | 'secrets'>,
  email: string | null = null,
) {
  const now = Date.now();
  const account = await createAccount(state, { email, password: null }, now);
  const nobody = (): void => {};
  const watch = await watchChanges(state, 'access', nobody, nobody);
  try {
    const sessions = browserSessions({ state, watch, secret: secrets.sessionKey });
    return { account, cookie: `${NAME}=${await sessions.open(account, now)}` };
  } finally {
    await watch.stop();
  }
}

/** Signs a browser in with Pro. */
export async function signIn(context: BrowserContext, service: SignedInto): Promise<void> {
  const [name = '', value = ''] = (await proCookie(service)).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: service.origin, httpOnly: true, sameSite: 'Lax' }]);
}
