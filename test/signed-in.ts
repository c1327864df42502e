/** A browser whose owner has Pro: the cookie that its sign-in would have set. */
import { createAccount, step } from '#accounts/accounts.ts';
import { browserSessions } from '#accounts/sessions.ts';
import { watchChanges } from '#store/change-counter.ts';
import type { SmallService } from './small-service.ts';

/** Headers of a request that such a browser makes. */
export async function signedIn({
  store,
  secrets,
}: Pick<SmallService, 'store' | 'secrets'>): Promise<{ cookie: string }> {
  const now = Date.now();
  const id = await createAccount(store.state, { email: null, password: null }, now);
  await step(store.state, id, 'incomplete', now);
  await step(store.state, id, 'active', now);
  const watch = await watchChanges(
    store.state,
    'access',
    () => {},
    (error) => {
      throw error;
    },
  );
  const sessions = browserSessions({ state: store.state, watch, secret: secrets.sessionKey });
  const cookie = await sessions.open(id, now);
  await watch.stop();
  return { cookie: `firmoteca_session=${cookie}` };
}
