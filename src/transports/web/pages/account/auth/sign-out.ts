/** Signing out: only when a form of ours asks for it. Whoever opens the address is led to the account. */
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { type Page, RedirectError } from '#transports/web/routing/page.ts';
import { comingOf } from './coming-of.ts';
import { entranceBounds } from './fields.ts';

export const signOutPage = ({ entrance }: EntrancePagesNeeds): Page => ({
  path: addresses.signOut,
  show({ language }) {
    throw new RedirectError(to('account', language));
  },
  form: {
    bounds: entranceBounds,
    async submit(request) {
      if (request.reader) await entrance.signOut(request.reader, comingOf(request));
      throw new RedirectError(toQuery('signIn', request.language, {}), { session: 'closed' });
    },
  },
});
