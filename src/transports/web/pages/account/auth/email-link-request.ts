/** A form that sends a link to an email address. Its answer is the same with and without an account. */

import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type LinkEmailKind, type SignUpIntent, signUpIntentIn } from '#platform/accounts/email-links.ts';
import { type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import { type Page, RedirectError, type View } from '#transports/web/routing/page.ts';
import { pageOfIntent, signInContext } from './sign-in-context.ts';
import {
  authBounds,
  authView,
  emailField,
  type FormNotice,
  noEmailsNotice,
  signInBounds,
  successNotice,
  throttledNotice,
  wrongAddress,
} from './view.ts';

type LinkRequestTexts = Texts['account']['auth']['signUp'];

const linkRequestPage = (page: 'signUp' | 'password', kind: LinkEmailKind, context: AccountPagesContext): Page => ({
  show({ query, language }) {
    const intent = signUpIntentIn(query.get('wish'));
    const texts = textsOf(language).account.auth[page];
    return query.has('sent')
      ? sentView(texts, { language, intent, isForAccounts: query.get('sent') === 'accounts' }, context)
      : view(page, texts, { language, wish: intent }, context);
  },
  form: {
    bounds: page === 'signUp' ? authBounds : signInBounds,
    async submit(request) {
      const { language } = request;
      const texts = textsOf(language).account.auth[page];
      const intent = signUpIntentIn(request.fields.get('wish'));
      if (!context.auth.opensAccounts) return view(page, texts, { language, wish: intent }, context);
      const email = request.fields.get('email') ?? '';
      const result = await context.auth.requestLink(kind, { email, intent: intent }, signInContext(request));
      if (result.outcome === 'sent')
        throw new RedirectError(
          toQuery(page, language, { sent: result.isForAccounts ? 'accounts' : '1', wish: intent ?? undefined }),
        );
      const notice =
        result.outcome === 'noAddress'
          ? wrongAddress(language)
          : result.outcome === 'full'
            ? noEmailsNotice(language)
            : throttledNotice(result.seconds, language, false);
      return view(page, texts, { language, wish: intent }, context, notice, email);
    },
  },
});

function view(
  page: PageName,
  texts: LinkRequestTexts,
  { language, wish }: { language: Language; wish: SignUpIntent | null },
  context: AccountPagesContext,
  { status, notice, error }: FormNotice = { status: 200, notice: null },
  email = '',
): View {
  const form = html`<form class="ask" method="post" action="${to(page, language)}">${wish && html`<input type="hidden" name="wish" value="${wish}">`}${emailField(language, error, email)}<button class="button" type="submit">${texts.send}</button></form>`;
  return authView({
    title: texts.title,
    status: context.auth.opensAccounts ? status : 200,
    isOpenedByApps: wish === 'connectApp',
    ...(context.auth.opensAccounts && { lead: texts.lead }),
    body: html`${notice && html`<div class="notice">${notice}</div>`}${context.auth.opensAccounts ? form : signUpClosed(texts, language, context.contact)}
${signInLink(texts, language, wish)}`,
  });
}

const signInLink = (texts: LinkRequestTexts, language: Language, intent: SignUpIntent | null): Html =>
  html`<ul class="sign-in-links"><li><a href="${toQuery('signIn', language, { next: intent ? pageOfIntent(intent, language) : undefined })}">${texts.alternative}</a></li></ul>`;

const signUpClosed = (texts: LinkRequestTexts, language: Language, contact: string | null): Html =>
  html`<p class="promise">${texts.closed}</p>${contact !== null && html`<p>${textsOf(language).account.auth.askingPage.contact} ${contactLink(contact)}.</p>`}`;

const sentView = (
  texts: LinkRequestTexts,
  { language, intent, isForAccounts }: { language: Language; intent: SignUpIntent | null; isForAccounts: boolean },
  { isDemo }: AccountPagesContext,
): View =>
  authView({
    title: texts.sent,
    isOpenedByApps: intent === 'connectApp',
    body: html`${successNotice(isForAccounts ? textsOf(language).account.auth.notices.forAccounts : (texts.sentLines[0] ?? ''), texts.sentLines.slice(1))}${isDemo && html`<p class="sign-in-note">${textsOf(language).account.auth.askingPage.outbox} <a href="${to('outbox', language)}">${textsOf(language).account.auth.askingPage.outboxName}</a>.</p>`}
${signInLink(texts, language, intent)}`,
  });

export const passwordPage = (context: AccountPagesContext): Page => linkRequestPage('password', 'reset', context);

export const signUpPage = (context: AccountPagesContext): Page => linkRequestPage('signUp', 'signUp', context);
