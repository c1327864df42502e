/** Where links in letters lead. Opening one shows what it is for; only its form, sent from here, uses it up. */

import type { Language } from '#lib/i18n/message.ts';
import type { LinkDetails } from '#platform/accounts/email-links.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { MovedTo, type Page, type PageRequest, type View } from '#transports/web/routing/page.ts';
import { afterPassword, comingOf, letIn, pageOfWish } from './coming-of.ts';
import { entranceBounds, newPasswordField, whose } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, blockedAgain, busyAgain, wrongLength } from './notices.ts';

const texts = {
  ro: {
    signUp: { title: 'Alegeți o parolă', lead: 'Cu ea se deschide contul', send: 'Deschide contul' },
    reset: { title: 'Alegeți o parolă nouă', lead: 'Pentru contul', send: 'Schimbă parola' },
    email: { title: 'Confirmați adresa nouă', lead: 'După confirmare, adresa contului va fi', send: 'Confirmă adresa' },
    ends: 'Toate sesiunile deschise se încheie; aici rămâneți în cont.',
    passkeys: (names: string) =>
      `Se elimină și cheile de acces ale contului, ca să nu mai intre cineva cu una pe care nu o cunoașteți: ${names}.`,
    keep: 'Sunt toate ale mele: păstrează-le',
    gone: 'Legătura nu mai este bună',
    goneLead: 'A fost folosită, i-a trecut timpul sau nu a fost copiată întreagă. Cereți alta.',
    newAccount: 'Deschideți un cont',
    newPassword: 'Cereți o parolă nouă',
    taken: 'Adresa are deja un cont',
    takenLead: 'S-a deschis între timp. Intrați în el sau cereți o parolă nouă.',
    other: 'Legătura este a altui cont',
    otherLead: 'Ieșiți din acest cont și intrați în cel din care ați cerut schimbarea adresei.',
    signIn: 'Intrați în cont',
  },
  en: {
    signUp: { title: 'Choose a password', lead: 'It opens the account', send: 'Open the account' },
    reset: { title: 'Choose a new password', lead: 'For the account', send: 'Change the password' },
    email: {
      title: 'Confirm the new address',
      lead: 'Once you confirm it, the address of the account will be',
      send: 'Confirm the address',
    },
    ends: 'All open sessions end; here you stay signed in.',
    passkeys: (names: string) =>
      `The passkeys of the account are removed as well, so that nobody comes in with one that you do not know: ${names}.`,
    keep: 'They are all mine: keep them',
    gone: 'The link does not work any more',
    goneLead: 'It was used, its time is over, or it was not copied whole. Ask for another.',
    newAccount: 'Open an account',
    newPassword: 'Ask for a new password',
    taken: 'The address has an account already',
    takenLead: 'It was opened meanwhile. Sign in to it, or ask for a new password.',
    other: 'The link is of another account',
    otherLead: 'Sign out of this account, and in to the one from which you asked for the change.',
    signIn: 'Sign in',
  },
} as const;

export const linkPage = (needs: EntrancePagesNeeds): Page => ({
  path: addresses.link,
  async show(request) {
    const secret = request.query.get('code') ?? '';
    const link = await needs.entrance.link(secret, request.now);
    return link === null ? dead('gone', request.language) : opened(link, secret, request);
  },
  form: {
    bounds: entranceBounds,
    async take(request) {
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
      if (done.outcome === 'changed') throw new MovedTo(toQuery('security', language, { done: 'email' }));
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
  const words = texts[language];
  const { title, lead, send } = words[purpose];
  const isOwn = purpose !== 'email' || signedIn(request).account === account;
  if (!isOwn) return dead('other', language);
  return entranceView({
    title,
    status,
    hasSecretAddress: 'withForm',
    lead: html`${lead} <b>${email}</b>.`,
    body: html`${notice && html`<div class="notice">${notice}</div>`}<form class="ask" method="post" action="${to('link', language)}"><input type="hidden" name="code" value="${secret}">${purpose !== 'email' && html`${whose(email)}${newPasswordField(language, error)}`}${purpose === 'reset' && html`<p class="small quiet">${words.ends}</p>`}${passkeys.length > 0 && html`<p class="small">${words.passkeys(passkeys.join(', '))}</p><p class="small"><label><input type="checkbox" name="keep" value="1"> ${words.keep}</label></p>`}<button class="button" type="submit">${send}</button></form>`,
  });
}

/** Whatever is wrong with it, its address is told to nobody. */
function dead(why: 'gone' | 'taken' | 'other', language: Language): View {
  const words = texts[language];
  const ways = [
    ['signIn', words.signIn],
    ['password', words.newPassword],
    ['signUp', words.newAccount],
  ] as const;
  return entranceView({
    title: words[why],
    status: why === 'gone' ? 404 : 409,
    hasSecretAddress: 'withForm',
    lead: words[`${why}Lead`],
    body: html`<ul class="entrance-ways">${ways.map(([page, name]) => html`<li><a href="${to(page, language)}">${name}</a></li>`)}</ul>`,
  });
}
