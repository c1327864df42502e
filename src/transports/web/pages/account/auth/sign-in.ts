import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-sign-in.ts';
import { intentOf, isForApp, nextOf, signedInRedirect, signInContext } from './sign-in-context.ts';
import {
  authView,
  blockedNotice,
  busyNotice,
  emailField,
  type FormNotice,
  passwordField,
  signInBounds,
  throttledNotice,
} from './view.ts';

export const signInPage = (context: AccountPagesContext): Page => ({
  show: (request) => view(request, context, request.query.get('next'), ''),
  form: {
    bounds: signInBounds,
    async submit(request) {
      const { fields, language } = request;
      const next = nextOf(fields.get('next'), language);
      const signIn = signInContext(request);
      const { signInDemo } = context.auth;
      if (fields.has('demo') && signInDemo) throw signedInRedirect(await signInDemo(signIn), next, context.publicUrl);
      const email = fields.get('email') ?? '';
      const result = await context.auth.signIn({ email, password: fields.get('password') ?? '' }, signIn);
      if (result.outcome === 'in') throw signedInRedirect(result, next, context.publicUrl);
      return view(request, context, fields.get('next'), email, noticeOf(result, request, context));
    },
  },
});

type Refusal = Exclude<Awaited<ReturnType<AccountPagesContext['auth']['signIn']>>, { outcome: 'in' }>;

function noticeOf(refusal: Refusal, { language }: FormRequest, { contact, auth }: AccountPagesContext): FormNotice {
  const texts = textsOf(language).account.auth.signIn;
  if (refusal.outcome === 'throttled') return throttledNotice(refusal.seconds, language, auth.opensAccounts);
  if (refusal.outcome === 'busy') return busyNotice(language);
  if (refusal.outcome === 'blocked') return blockedNotice(language, contact);
  return { status: 403, notice: alert({ grade: 'stop', heading: texts.wrong, lines: [texts.wrongLine] }) };
}

async function view(
  request: PageRequest,
  { auth, passkeys }: AccountPagesContext,
  requested: string | null,
  email: string,
  form: FormNotice = { status: 200, notice: null },
): Promise<View> {
  const { language, reader } = request;
  const texts = textsOf(language).account.auth.signIn;
  const next = requested === null ? '' : nextOf(requested, language);
  const intent = intentOf(next) ?? undefined;
  const hidden = next !== '' && html`<input type="hidden" name="next" value="${next}">`;
  return authView({
    title: texts.title,
    status: form.status,
    isOpenedByApps: isForApp(next),
    scripts: [PASSKEY_SCRIPT],
    ...(intent &&
      reader === null && {
        lead: html`${texts.intents[intent]} <a href="${toQuery('signUp', language, { wish: intent })}">${texts.openFirst}</a>`,
      }),
    body: html`${reader && html`<p>${texts.inside} <a href="${to('account', language)}">${texts.account}</a></p>`}
${form.notice && html`<div class="notice">${form.notice}</div>`}
<form class="ask" method="post" action="${to('signIn', language)}">${hidden}${emailField(language, undefined, email)}${passwordField(language)}<button class="button" type="submit">${texts.enter}</button></form>
${await passkeyButton(passkeys, request, { reader: null, next: next || null })}
<ul class="sign-in-links"><li><a href="${toQuery('password', language, { wish: intent })}">${texts.forgotten}</a></li><li>${texts.none} <a href="${toQuery('signUp', language, { wish: intent })}">${texts.open}</a></li></ul>
${auth.signInDemo && demo(language, hidden)}`,
  });
}

const demo = (language: Language, hidden: Html | false): Html => {
  const texts = textsOf(language).account.auth.signIn;
  return html`<section class="sign-in-demo"><h2>${texts.demo}</h2><p>${texts.demoLead}</p><form method="post" action="${to('signIn', language)}">${hidden}<input type="hidden" name="demo" value="1"><button class="button second" type="submit">${texts.demoEnter}</button></form></section>`;
};

export const signOutPage = ({ auth }: AccountPagesContext): Page => ({
  show({ language }) {
    throw new RedirectError(to('account', language));
  },
  form: {
    bounds: signInBounds,
    async submit(request) {
      if (request.reader) await auth.signOut(request.reader, signInContext(request));
      throw new RedirectError(toQuery('signIn', request.language, {}), { session: 'closed' });
    },
  },
});
