/** A page that takes an address and has a letter sent to it. What it says is the same whether the address has an account or not. */

import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type LinkEmailKind, type SignUpIntent, signUpIntentIn } from '#platform/accounts/email-links.ts';
import { addresses, type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { type Page, RedirectError, type View } from '#transports/web/routing/page.ts';
import { comingOf, pageOfWish } from './coming-of.ts';
import { emailField, entranceBounds } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, good, throttledAgain, wrongAddress } from './notices.ts';

type AskingTexts = Texts['account']['auth']['signUp'];

export const askingPage = (page: 'signUp' | 'password', wanted: LinkEmailKind, needs: EntrancePagesNeeds): Page => ({
  path: addresses[page],
  show({ query, language }) {
    const wish = signUpIntentIn(query.get('wish'));
    const texts = textsOf(language).account.auth[page];
    return query.has('sent') ? sent(texts, language, wish, needs) : view(page, texts, { language, wish }, needs);
  },
  form: {
    bounds: entranceBounds,
    async submit(request) {
      const { language } = request;
      const texts = textsOf(language).account.auth[page];
      const wish = signUpIntentIn(request.fields.get('wish'));
      if (!needs.entrance.opensAccounts) return view(page, texts, { language, wish }, needs);
      const email = request.fields.get('email') ?? '';
      const done = await needs.entrance.ask(wanted, { email, wish }, comingOf(request));
      if (done.outcome === 'sent')
        throw new RedirectError(toQuery(page, language, { sent: '1', wish: wish ?? undefined }));
      const again =
        done.outcome === 'noAddress' ? wrongAddress(language) : throttledAgain(done.seconds, language, false);
      return view(page, texts, { language, wish }, needs, again, email);
    },
  },
});

function view(
  page: PageName,
  texts: AskingTexts,
  { language, wish }: { language: Language; wish: SignUpIntent | null },
  needs: EntrancePagesNeeds,
  { status, notice, error }: Again = { status: 200, notice: null },
  email = '',
): View {
  const form = html`<form class="ask" method="post" action="${to(page, language)}">${wish && html`<input type="hidden" name="wish" value="${wish}">`}${emailField(language, error, email)}<button class="button" type="submit">${texts.send}</button></form>`;
  return entranceView({
    title: texts.title,
    status: needs.entrance.opensAccounts ? status : 200,
    isOpenedByApps: wish === 'connectApp',
    ...(needs.entrance.opensAccounts && { lead: texts.lead }),
    body: html`${notice && html`<div class="notice">${notice}</div>`}${needs.entrance.opensAccounts ? form : closed(texts, language, needs.contact)}
${otherWay(texts, language, wish)}`,
  });
}

/** Whoever has an account comes to the same page through it. */
const otherWay = (texts: AskingTexts, language: Language, wish: SignUpIntent | null): Html =>
  html`<ul class="entrance-ways"><li><a href="${toQuery('signIn', language, { next: wish ? pageOfWish(wish, language) : undefined })}">${texts.otherWay}</a></li></ul>`;

const closed = (texts: AskingTexts, language: Language, contact: string | null): Html =>
  html`<p class="promise">${texts.closed}</p>${contact !== null && html`<p>${textsOf(language).account.auth.askingPage.contact} ${contactLink(contact)}.</p>`}`;

const sent = (
  texts: AskingTexts,
  language: Language,
  wish: SignUpIntent | null,
  { isDemo }: EntrancePagesNeeds,
): View =>
  entranceView({
    title: texts.sent,
    isOpenedByApps: wish === 'connectApp',
    body: html`${good(texts.sentLines[0] ?? '', texts.sentLines.slice(1))}${isDemo && html`<p class="entrance-note">${textsOf(language).account.auth.askingPage.outbox} <a href="${to('outbox', language)}">${textsOf(language).account.auth.askingPage.outboxName}</a>.</p>`}
${otherWay(texts, language, wish)}`,
  });
