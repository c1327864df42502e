/** Where links in letters lead. Opening one shows what it is for; only its form, sent from here, uses it up. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { LinkDetails } from '#platform/accounts/email-links.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { afterPassword, comingOf, letIn, pageOfWish } from './coming-of.ts';
import { entranceBounds, newPasswordField, whose } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, blockedAgain, busyAgain, wrongLength } from './notices.ts';

export const linkPage = (needs: EntrancePagesNeeds): Page => ({
  path: addresses.link,
  async show(request) {
    const secret = request.query.get('code') ?? '';
    const link = await needs.entrance.link(secret, request.now);
    return link === null ? dead('gone', request.language) : opened(link, secret, request);
  },
  form: {
    bounds: entranceBounds,
    async submit(request) {
      const { fields, language, now } = request;
      const secret = fields.get('code') ?? '';
      const link = await needs.entrance.link(secret, now);
      if (link === null) return dead('gone', language);
      const sent = { secret, password: fields.get('password') ?? '', keepsPasskeys: fields.has('keep') };
      const done = await needs.entrance.follow(sent, request.reader, comingOf(request));
      if (done.outcome === 'in') {
        const { wish } = done;
        const otherwise = pageOfWish(wish, language);
        const { account } = link;
        const next = account === null ? otherwise : await afterPassword(needs, account, { otherwise, wish }, request);
        throw letIn(done, next, needs.publicUrl);
      }
      if (done.outcome === 'changed') throw new RedirectError(toQuery('security', language, { done: 'email' }));
      if (done.outcome === 'length') return opened(link, secret, request, wrongLength(language));
      if (done.outcome === 'busy') return opened(link, secret, request, busyAgain(language));
      if (done.outcome === 'blocked') return opened(link, secret, request, blockedAgain(language, needs.contact));
      return dead(done.outcome, language);
    },
  },
});

/** The address of an account is changed by whoever is signed in to it. */
function opened(
  { purpose, email, account, passkeys }: LinkDetails,
  secret: string,
  request: PageRequest,
  { status, notice, error }: Again = { status: 200, notice: null },
): View {
  const { language } = request;
  const texts = textsOf(language).account.auth.link;
  const { title, lead, send } = texts[purpose];
  const isOwn = purpose !== 'email' || signedIn(request).account === account;
  if (!isOwn) return dead('other', language);
  return entranceView({
    title,
    status,
    hasSecretAddress: 'withForm',
    lead: html`${lead} <b>${email}</b>.`,
    body: html`${notice && html`<div class="notice">${notice}</div>`}<form class="ask" method="post" action="${to('link', language)}"><input type="hidden" name="code" value="${secret}">${purpose !== 'email' && html`${whose(email)}${newPasswordField(language, error)}`}${purpose === 'reset' && html`<p class="small quiet">${texts.ends}</p>`}${passkeys.length > 0 && html`<p class="small">${texts.passkeys(passkeys.join(', '))}</p><p class="small"><label><input type="checkbox" name="keep" value="1"> ${texts.keep}</label></p>`}<button class="button" type="submit">${send}</button></form>`,
  });
}

/** Whatever is wrong with it, its address is told to nobody. */
function dead(why: 'gone' | 'taken' | 'other', language: Language): View {
  const texts = textsOf(language).account.auth.link;
  const ways = [
    ['signIn', texts.signIn],
    ['password', texts.newPassword],
    ['signUp', texts.newAccount],
  ] as const;
  return entranceView({
    title: texts[why],
    status: why === 'gone' ? 404 : 409,
    hasSecretAddress: 'withForm',
    lead: texts[`${why}Lead`],
    body: html`<ul class="entrance-ways">${ways.map(([page, name]) => html`<li><a href="${to(page, language)}">${name}</a></li>`)}</ul>`,
  });
}
