/** One key and the question whether it shall stop: asked on a page of its own, so that it is asked without scripts too. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { formBounds } from '#transports/web/pages/account/form.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { originOf } from '#transports/web/pages/account/origin.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { type Page, RedirectError } from '#transports/web/routing/page.ts';
import { keyFacts, nameOf } from './ledger.ts';

export const keyRevocationPage = (keys: OwnerKeys): Page => ({
  path: addresses.keyRevocation,
  async show(request) {
    const { language, params, now } = request;
    const { account } = signedIn(request);
    const row = await keys.find(account, params.key ?? '');
    const texts = textsOf(language).account.keys.revocation;
    return accountView({
      section: 'keys',
      language,
      title: texts.title(nameOf(row, language)),
      lead: row.revoked_at === null ? texts.lead : texts.before,
      body: html`<p class="meta">${keyFacts(row, now, language)}</p>${question(row, language)}`,
    });
  },
  form: {
    bounds: formBounds(1),
    async submit(request) {
      const { account } = signedIn(request);
      await keys.revoke(account, request.params.key ?? '', originOf(request), request.now);
      throw new RedirectError(toQuery('keys', request.language, { revoked: '1' }));
    },
  },
});

function question({ id, revoked_at }: KeyRow, language: Language): Html {
  const texts = textsOf(language).account.keys.revocation;
  const back = html`<a href="${to('keys', language)}">${texts.back}</a>`;
  if (revoked_at !== null) return html`<p class="next">${back}</p>`;
  return html`<form class="next" method="post" action="${to('keyRevocation', language, { key: id })}"><button class="button grave" type="submit">${texts.does}</button> ${back}</form>`;
}
