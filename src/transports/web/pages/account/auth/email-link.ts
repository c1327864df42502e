/** The landing page of links in emails. Opening it changes nothing; only its form uses the link up. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { LinkDetails } from '#platform/accounts/email-links.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import { signedIn } from '#transports/web/pages/account/frame.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { afterPassword, pageOfIntent, signedInRedirect, signInContext } from './sign-in-context.ts';
import {
  authView,
  blockedNotice,
  busyNotice,
  type FormNotice,
  newPasswordField,
  signInBounds,
  userNameField,
  wrongPassword,
} from './view.ts';

export const linkPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const secret = request.query.get('code') ?? '';
    const link = await context.auth.openLink(secret, request.now);
    return link === null ? invalid('expired', request.language) : view(link, secret, request);
  },
  form: {
    bounds: signInBounds,
    async submit(request) {
      const { fields, language, now } = request;
      const secret = fields.get('code') ?? '';
      const link = await context.auth.openLink(secret, now);
      if (link === null) return invalid('expired', language);
      const input = { secret, password: fields.get('password') ?? '', keepsPasskeys: fields.has('keep') };
      const result = await context.auth.followLink(input, request.reader, signInContext(request));
      if (result.outcome === 'in') {
        const { intent: wish } = result;
        const otherwise = pageOfIntent(wish, language);
        const { account } = link;
        const next = account === null ? otherwise : await afterPassword(context, account, { otherwise, wish }, request);
        throw signedInRedirect(result, next, context.publicUrl);
      }
      if (result.outcome === 'changed') throw new RedirectError(toQuery('security', language, { done: 'email' }));
      if (result.outcome === 'length' || result.outcome === 'common')
        return view(link, secret, request, wrongPassword(result.outcome, language));
      if (result.outcome === 'busy') return view(link, secret, request, busyNotice(language));
      if (result.outcome === 'blocked') return view(link, secret, request, blockedNotice(language, context.contact));
      return invalid(result.outcome, language);
    },
  },
});

/** Only the signed-in owner changes the address of an account. */
function view(
  { purpose, email, account, passkeys }: LinkDetails,
  secret: string,
  request: PageRequest,
  { status, notice, error }: FormNotice = { status: 200, notice: null },
): View {
  const { language } = request;
  const texts = textsOf(language).account.auth.link;
  const { title, lead, send } = texts[purpose];
  const isOwn = purpose !== 'email' || signedIn(request).account === account;
  if (!isOwn) return invalid('other', language);
  return authView({
    title,
    status,
    hasSecretAddress: 'withForm',
    lead: html`${lead} <b>${email}</b>.`,
    body: html`${notice && html`<div class="notice">${notice}</div>`}<form class="ask" method="post" action="${to('link', language)}"><input type="hidden" name="code" value="${secret}">${purpose !== 'email' && html`${userNameField(email)}${newPasswordField(language, error)}`}${purpose === 'reset' && html`<p class="small quiet">${texts.ends}</p>`}${passkeys.length > 0 && html`<p class="small">${texts.passkeys(passkeys.join(', '))}</p><p class="small"><label><input type="checkbox" name="keep" value="1"> ${texts.keep}</label></p>`}<button class="button" type="submit">${send}</button></form>`,
  });
}

/** The address of a link stays secret, also of an invalid one. */
function invalid(reason: 'expired' | 'taken' | 'other', language: Language): View {
  const texts = textsOf(language).account.auth.link;
  const links = [
    ['signIn', texts.signIn],
    ['password', texts.newPassword],
    ['signUp', texts.newAccount],
  ] as const;
  return authView({
    title: texts[reason],
    status: reason === 'expired' ? 404 : 409,
    hasSecretAddress: 'withForm',
    lead: texts[`${reason}Lead`],
    body: html`<ul class="sign-in-links">${links.map(([page, name]) => html`<li><a href="${to(page, language)}">${name}</a></li>`)}</ul>`,
  });
}
