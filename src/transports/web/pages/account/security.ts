/** Security of an account: password, email address, sessions and events. Changes require a fresh sign-in. */

import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { EventKind } from '#platform/accounts/events-table.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { OpenSession } from '#platform/accounts/sessions-table.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { field } from '#transports/web/components/field.ts';
import { type Html, html } from '#transports/web/html.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { PASSKEY_SCRIPT } from './auth/passkey-sign-in.ts';
import { afterPassword, signedInRedirect, signInContext } from './auth/sign-in-context.ts';
import {
  authBounds,
  busyNotice,
  demoNotice,
  type FormNotice,
  newPasswordField,
  noEmailsNotice,
  successNotice,
  throttledNotice,
  userNameField,
  wrongAddress,
  wrongPassword,
} from './auth/view.ts';
import type { AccountPagesContext } from './context.ts';
import { accountView, freshlySignedIn, isFresh, signedIn } from './frame.ts';
import { passkeyList } from './passkeys.ts';

export const securityPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const reader = signedIn(request);
    return view(request, reader, context, { of: null, status: 200, notice: doneNotice(request) });
  },
  form: {
    bounds: authBounds,
    async submit(request) {
      const reader = signedIn(request);
      if (isDemoAccount(reader.account)) return view(request, reader, context, { of: null, status: 403, notice: null });
      return view(request, reader, context, await submit(request, context));
    },
  },
});

/** The form that is rendered again. */
interface SecurityNotice extends FormNotice {
  of: 'password' | 'email' | null;
}

async function submit(request: FormRequest, context: AccountPagesContext): Promise<SecurityNotice> {
  const { fields, language } = request;
  const redirect = (done: Done): RedirectError => new RedirectError(toQuery('security', language, { done }));
  const action = fields.get('do');
  if (action === 'session' || action === 'others') {
    await context.own.endSessions(
      signedIn(request),
      action === 'others' ? null : (fields.get('session') ?? ''),
      signInContext(request),
    );
    throw redirect(action);
  }
  const reader = freshlySignedIn(request);
  if (action === 'password') {
    const done = await context.own.changePassword(reader, fields.get('password') ?? '', signInContext(request));
    const otherwise = redirect('password').path;
    if (done.outcome === 'in')
      throw signedInRedirect(
        done,
        await afterPassword(context, reader.account, { otherwise }, request),
        context.publicUrl,
      );
    if (done.outcome === 'ended') throw new RedirectError(to('signIn', language), { session: 'closed' });
    const notice = done.outcome === 'busy' ? busyNotice(language) : wrongPassword(done.outcome, language);
    return { of: 'password', ...notice };
  }
  if (action !== 'email' || !context.auth.opensAccounts) throw new RedirectError(to('security', language));
  const done = await context.own.requestEmailChange(reader, fields.get('email') ?? '', signInContext(request));
  if (done.outcome === 'sent') throw redirect('emailAsked');
  if (done.outcome === 'throttled') return { of: 'email', ...throttledNotice(done.seconds, language, false) };
  if (done.outcome === 'full') return { of: 'email', ...noEmailsNotice(language) };
  if (done.outcome === 'noAddress') return { of: 'email', ...wrongAddress(language) };
  return { of: 'email', status: 400, notice: null, error: textsOf(language).account.security.page.same };
}

function doneNotice({ query, language }: PageRequest): Html | null {
  const { done } = textsOf(language).account.security.page;
  const key = query.get('done') ?? '';
  return Object.hasOwn(done, key) ? successNotice(done[key as Done]) : null;
}

async function view(
  request: PageRequest,
  reader: Reader,
  context: AccountPagesContext,
  form: SecurityNotice,
): Promise<View> {
  const { language, now } = request;
  const { own, auth } = context;
  const texts = textsOf(language).account.security.page;
  const account = await own.read(reader, now);
  // Another window deleted the account.
  if (account === null) throw new RedirectError(to('signIn', language), { session: 'closed' });
  const isShared = isDemoAccount(reader.account);
  const lists = { language, now, here: reader.session, isShared };
  const part = (id: string, title: string, body: Html): Html =>
    html`<section class="account-part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
  return accountView({
    section: 'security',
    language,
    lead: texts.lead,
    status: form.status,
    scripts: [PASSKEY_SCRIPT],
    body: html`${isShared && html`<div class="notice">${demoNotice(language)}</div>`}${form.notice && html`<div class="notice">${form.notice}</div>`}
${!isShared && (isFresh(reader, now) ? html`${account.email !== null && part('password', texts.password, passwordForm(account, form, language))}${part('email', texts.email, emailForm(account, form, auth.opensAccounts, language))}` : part('confirm', texts.confirm, confirmation(account, language)))}
${!isShared && part('passkeys', textsOf(language).account.passkeys.title, await passkeyList(request, reader, context))}
${part('sessions', texts.sessions, sessionList(account.sessions, lists))}
${part('events', texts.events, eventList(account.events, lists))}`,
  });
}

const confirmation = ({ email }: OwnAccount, language: Language): Html => {
  const texts = textsOf(language).account.security.page;
  return html`${email !== null && html`<p>${texts.emailNow} <b>${email}</b></p>`}<p>${texts.confirmLine}</p><p><a class="button second" href="${toQuery('reauthenticate', language, { next: to('security', language) })}">${texts.confirm}</a></p>`;
};

function passwordForm({ email, hasPassword }: OwnAccount, { of, error }: SecurityNotice, language: Language): Html {
  const texts = textsOf(language).account.security.page;
  return html`<form class="ask" method="post" action="${to('security', language)}"><input type="hidden" name="do" value="password">${!hasPassword && html`<p>${texts.noPassword}</p>`}${userNameField(email)}${newPasswordField(language, of === 'password' ? error : undefined)}<p class="small quiet">${texts.passwordLine}</p><button class="button second" type="submit">${texts.setPassword}</button></form>`;
}

function emailForm({ email }: OwnAccount, { of, error }: SecurityNotice, hasMail: boolean, language: Language): Html {
  const texts = textsOf(language).account.security.page;
  const now = email !== null && html`<p>${texts.emailNow} <b>${email}</b></p>`;
  if (!hasMail) return html`${now}<p class="quiet">${texts.noMail}</p>`;
  return html`${now}<form class="ask" method="post" action="${to('security', language)}"><input type="hidden" name="do" value="email">${field({ name: 'email', label: texts.newEmail, hint: texts.emailLine, lengthMax: 320, isRequired: true, type: 'email', error: of === 'email' ? error : undefined })}<button class="button second" type="submit">${texts.setEmail}</button></form>`;
}

interface ListContext {
  language: Language;
  now: number;
  /** The digest of the current session. */
  here: string;
  /** The shared demo account, which no visitor can change. */
  isShared: boolean;
}

function sessionList(sessions: readonly OpenSession[], { language, now, here, isShared }: ListContext): Html {
  const texts = textsOf(language).account.security.page;
  const line = (session: OpenSession): Html => {
    const browser = session.agent ?? texts.unknownBrowser;
    const isHere = session.digest === here;
    return html`<li><p><b>${browser}</b>${isHere && html` <span class="tag">${texts.here}</span>`}</p><p class="small quiet">${texts.since(moment(session.created_at, now, language))} · ${texts.until(shortDay(session.expires_at, language))}</p>${!isHere && !isShared && endForm(session.digest, texts.end, texts.endName(browser), language)}</li>`;
  };
  return html`<ul class="account-lines">${sessions.map(line)}</ul>${sessions.length > 1 && !isShared && endForm('', texts.endOthers, texts.endOthers, language)}`;
}

const endForm = (session: string, text: string, name: string, language: Language): Html =>
  html`<form method="post" action="${to('security', language)}"><input type="hidden" name="do" value="${session === '' ? 'others' : 'session'}"><input type="hidden" name="session" value="${session}"><button class="button second" type="submit" aria-label="${name}">${text}</button></form>`;

function eventList(events: OwnAccount['events'], { language, now, isShared }: ListContext): Html {
  const texts = textsOf(language).account.security.page;
  if (isShared) return html`<p class="quiet">${texts.demoEvents}</p>`;
  if (events.length === 0) return html`<p class="quiet">${texts.noEvents}</p>`;
  const line = ({ kind, at, about, place, agent }: OwnAccount['events'][number]): Html =>
    html`<li><p><b>${textsOf(language).account.security.event[kind]}</b>${about !== null && html` <span class="quiet">${aboutWords(kind, about, language)}</span>`}</p><p class="small quiet">${[moment(at, now, language), place, agent].filter(Boolean).join(' · ')}</p></li>`;
  return html`<ol class="account-lines">${events.map(line)}</ol><p class="small quiet">${texts.eventsLine}</p>`;
}

/** `about` of an event: a name or a hint stays, a state or an intent is translated. */
function aboutWords(kind: EventKind, about: string, language: Language): string {
  const words = wordsOf(kind, language);
  return Object.hasOwn(words, about) ? (words[about] ?? about) : about;
}

function wordsOf(kind: EventKind, language: Language): Readonly<Record<string, string>> {
  if (kind === 'subscriptionChanged' || kind === 'planGranted') return textsOf(language).account.security.state;
  return kind === 'appAsked' ? textsOf(language).account.security.approval : {};
}

type Done = keyof Texts['account']['security']['page']['done'];
