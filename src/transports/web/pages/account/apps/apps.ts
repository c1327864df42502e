/** Apps that speak for the account: which there are, what they may, when they last did; and the address at which one more is connected. */

import { dayOrToday, moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { signUpIntentIn } from '#platform/accounts/email-links.ts';
import type { ConnectedApp, ConnectedApps } from '#platform/oauth/connected-apps.ts';
import { PROTECTED_RESOURCES } from '#platform/oauth/scopes.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { pageOfWish } from '#transports/web/pages/account/auth/coming-of.ts';
import { good } from '#transports/web/pages/account/auth/notices.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';

export const appsPage = (apps: ConnectedApps): Page => ({
  path: addresses.apps,
  async show(request) {
    const reader = signedIn(request);
    const { language, origin, now } = request;
    const texts = textsOf(language).account.apps.page;
    const list = await apps.list(reader, now);
    return accountView({
      section: 'apps',
      language,
      lead: texts.lead,
      scripts: ['copy'],
      body: html`${notice(request, list.length)}
${card({ id: 'list', title: texts.own, body: html`${ledger(list, request)}${isDemoAccount(reader.account) && html`<p class="small quiet">${texts.demo}</p>`}` })}
${card({ id: 'connect', title: texts.how, body: how(origin, language) })}`,
    });
  },
});

function notice({ query, language }: PageRequest, count: number): Html | null {
  const texts = textsOf(language).account.apps.page;
  if (query.get('removed') === '1') return good(texts.gone, [texts.goneLine]);
  if (query.get('after') !== 'password' || count === 0) return null;
  const wish = signUpIntentIn(query.get('wish'));
  return html`${alert({ grade: 'check', heading: texts.newPassword, lines: [texts.newPasswordLine] })}${wish && html`<p><a class="button" href="${pageOfWish(wish, language)}">${texts.goOn[wish]}</a></p>`}`;
}

const ledger = (list: readonly ConnectedApp[], request: PageRequest): Html =>
  list.length === 0
    ? html`<p class="quiet">${textsOf(request.language).account.apps.page.none}</p>`
    : html`<ul class="ledger keys">${list.map((app) => line(app, request))}</ul>`;

function line(app: ConnectedApp, { language, now }: PageRequest): Html {
  const texts = textsOf(language).account.apps.page;
  const may = app.scopes.map((scope) => textsOf(language).account.apps.scope[scope].name).join(' · ');
  return html`<li><div><b>${app.name}</b> <span class="tag">${app.host === null ? texts.unverified : texts.verified(app.host)}</span><p class="meta">${appFacts(app, now, language)}</p><p class="meta">${may}</p></div><p class="right"><a href="${to('appRemoval', language, { app: app.id })}" aria-label="${texts.disconnectNamed(app.name)}">${texts.disconnect}</a></p></li>`;
}

export function appFacts(app: ConnectedApp, now: number, language: Language): string {
  const texts = textsOf(language).account.apps.page;
  return [
    texts.sentTo(app.redirectHost),
    texts.connected(dayOrToday(app.connectedAt, now, language)),
    app.connections > 1 && texts.times(app.connections),
    app.usedAt === null ? texts.unused : texts.used(moment(app.usedAt, now, language)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function how(origin: string, language: Language): Html {
  const texts = textsOf(language).account.apps.page;
  const [all, data] = PROTECTED_RESOURCES.map(
    ({ path }) => html`<p class="fresh-key-line"><code data-copy>${origin}${path}</code></p>`,
  );
  return html`<p>${texts.howLead}</p>${all}<p class="small quiet">${texts.dataOnly}</p>${data}`;
}
