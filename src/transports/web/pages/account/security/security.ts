/** The safety of an account: its password and address, changed by whoever has just proved to be the owner; sessions; what happened. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { field } from '#transports/web/components/field.ts';
import { type Html, html } from '#transports/web/html.ts';
import { afterPassword, comingOf, letIn } from '#transports/web/pages/account/auth/coming-of.ts';
import { entranceBounds, newPasswordField, whose } from '#transports/web/pages/account/auth/fields.ts';
import {
  type Again,
  busyAgain,
  demoNotice,
  good,
  throttledAgain,
  wrongAddress,
  wrongLength,
} from '#transports/web/pages/account/auth/notices.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { PASSKEY_ISLAND } from '#transports/web/pages/account/passkeys/form.ts';
import { type PasskeysNeeds, passkeyPart } from '#transports/web/pages/account/passkeys/passkeys.ts';

import { freshlySignedIn, isFresh, signedIn } from '#transports/web/pages/account/signed-in.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { eventList, sessionList } from './lists.ts';
import type { Done } from './texts.ts';

type Needs = EntrancePagesNeeds & PasskeysNeeds;

export const securityPage = (needs: Needs): Page => ({
  path: addresses.security,
  async show(request) {
    const reader = signedIn(request);
    return view(request, reader, needs, { of: null, status: 200, notice: doneNotice(request) });
  },
  form: {
    bounds: entranceBounds,
    async submit(request) {
      const reader = signedIn(request);
      if (isDemoAccount(reader.account)) return view(request, reader, needs, { of: null, status: 403, notice: null });
      return view(request, reader, needs, await taken(request, needs));
    },
  },
});

/** A form that is shown again, and which of them. */
interface AgainOf extends Again {
  of: 'password' | 'email' | null;
}

async function taken(request: FormRequest, needs: EntrancePagesNeeds): Promise<AgainOf> {
  const { fields, language } = request;
  const told = (done: Done): RedirectError => new RedirectError(toQuery('security', language, { done }));
  const wish = fields.get('do');
  if (wish === 'session' || wish === 'others') {
    await needs.own.endSessions(
      signedIn(request),
      wish === 'others' ? null : (fields.get('session') ?? ''),
      comingOf(request),
    );
    throw told(wish);
  }
  const reader = freshlySignedIn(request);
  if (wish === 'password') {
    const done = await needs.own.changePassword(reader, fields.get('password') ?? '', comingOf(request));
    const otherwise = told('password').path;
    if (done.outcome === 'in')
      throw letIn(done, await afterPassword(needs, reader.account, { otherwise }, request), needs.publicUrl);
    if (done.outcome === 'ended') throw new RedirectError(to('signIn', language), { session: 'closed' });
    return { of: 'password', ...(done.outcome === 'length' ? wrongLength(language) : busyAgain(language)) };
  }
  if (wish !== 'email' || !needs.entrance.opensAccounts) throw new RedirectError(to('security', language));
  const done = await needs.own.askForEmail(reader, fields.get('email') ?? '', comingOf(request));
  if (done.outcome === 'sent') throw told('emailAsked');
  if (done.outcome === 'throttled') return { of: 'email', ...throttledAgain(done.seconds, language, false) };
  if (done.outcome === 'noAddress') return { of: 'email', ...wrongAddress(language) };
  return { of: 'email', status: 400, notice: null, error: textsOf(language).account.security.page.same };
}

function doneNotice({ query, language }: PageRequest): Html | null {
  const { done } = textsOf(language).account.security.page;
  const told = query.get('done') ?? '';
  return Object.hasOwn(done, told) ? good(done[told as Done]) : null;
}

async function view(request: PageRequest, reader: Reader, needs: Needs, again: AgainOf): Promise<View> {
  const { language, now } = request;
  const { own, entrance } = needs;
  const texts = textsOf(language).account.security.page;
  const account = await own.told(reader, now);
  // It was deleted in another window.
  if (account === null) throw new RedirectError(to('signIn', language), { session: 'closed' });
  const isShared = isDemoAccount(reader.account);
  const around = { language, now, here: reader.session, isShared };
  const part = (id: string, title: string, body: Html): Html =>
    html`<section class="account-part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
  return accountView({
    section: 'security',
    language,
    lead: texts.lead,
    status: again.status,
    scripts: [PASSKEY_ISLAND],
    body: html`${isShared && html`<div class="notice">${demoNotice(language)}</div>`}${again.notice && html`<div class="notice">${again.notice}</div>`}
${!isShared && (isFresh(reader, now) ? html`${account.email !== null && part('password', texts.password, passwordForm(account, again, language))}${part('email', texts.email, emailForm(account, again, entrance.opensAccounts, language))}` : part('confirm', texts.confirm, confirming(account, language)))}
${!isShared && part('passkeys', textsOf(language).account.passkeys.title, await passkeyPart(request, reader, needs))}
${part('sessions', texts.sessions, sessionList(account.sessions, around))}
${part('events', texts.events, eventList(account.events, around))}`,
  });
}

const confirming = ({ email }: OwnAccount, language: Language): Html => {
  const texts = textsOf(language).account.security.page;
  return html`${email !== null && html`<p>${texts.emailNow} <b>${email}</b></p>`}<p>${texts.confirmLine}</p><p><a class="button second" href="${toQuery('reauthenticate', language, { next: to('security', language) })}">${texts.confirm}</a></p>`;
};

function passwordForm({ email, hasPassword }: OwnAccount, { of, error }: AgainOf, language: Language): Html {
  const texts = textsOf(language).account.security.page;
  return html`<form class="ask" method="post" action="${to('security', language)}"><input type="hidden" name="do" value="password">${!hasPassword && html`<p>${texts.noPassword}</p>`}${whose(email)}${newPasswordField(language, of === 'password' ? error : undefined)}<p class="small quiet">${texts.passwordLine}</p><button class="button second" type="submit">${texts.setPassword}</button></form>`;
}

function emailForm({ email }: OwnAccount, { of, error }: AgainOf, hasMail: boolean, language: Language): Html {
  const texts = textsOf(language).account.security.page;
  const now = email !== null && html`<p>${texts.emailNow} <b>${email}</b></p>`;
  if (!hasMail) return html`${now}<p class="quiet">${texts.noMail}</p>`;
  return html`${now}<form class="ask" method="post" action="${to('security', language)}"><input type="hidden" name="do" value="email">${field({ name: 'email', label: texts.newEmail, hint: texts.emailLine, lengthMax: 320, isRequired: true, type: 'email', error: of === 'email' ? error : undefined })}<button class="button second" type="submit">${texts.setEmail}</button></form>`;
}
