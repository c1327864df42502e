/** Connected apps of the account with their scopes and last use, and the address that connects another one. */
import { dayOrToday, moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { signUpIntentIn } from '#platform/accounts/email-links.ts';
import type { ConnectedApp, ConnectedApps } from '#platform/oauth/connected-apps.ts';
import { PROTECTED_RESOURCES, type Scope } from '#platform/oauth/scopes.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError } from '#transports/web/routing/page.ts';
import { pageOfIntent } from './auth/sign-in-context.ts';
import { successNotice } from './auth/view.ts';
import { accountView, formBounds, originOf, signedIn } from './frame.ts';

export const appsPage = (apps: ConnectedApps): Page => ({
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
  if (query.get('removed') === '1') return successNotice(texts.disconnected, [texts.disconnectedLine]);
  if (query.get('after') !== 'password' || count === 0) return null;
  const intent = signUpIntentIn(query.get('wish'));
  return html`${alert({ grade: 'check', heading: texts.newPassword, lines: [texts.newPasswordLine] })}${intent && html`<p><a class="button" href="${pageOfIntent(intent, language)}">${texts.goOn[intent]}</a></p>`}`;
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

function appFacts(app: ConnectedApp, now: number, language: Language): string {
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

export const appRemovalPage = (apps: ConnectedApps): Page => ({
  async show(request) {
    const { language, params, now } = request;
    const texts = textsOf(language).account.apps.page;
    const app = await apps.find(signedIn(request), params.app ?? '', now);
    return accountView({
      section: 'apps',
      language,
      title: texts.removeTitle(app.name),
      lead: texts.removeLead,
      body: html`<p class="meta">${appFacts(app, now, language)}</p><h2>${texts.may}</h2>${scopeList(app.scopes, language)}
<form class="next" method="post" action="${to('appRemoval', language, { app: app.id })}"><button class="button grave" type="submit">${texts.disconnect}</button> <a href="${to('apps', language)}">${texts.back}</a></form>`,
    });
  },
  form: {
    bounds: formBounds(1),
    async submit(request) {
      const { language, params, now } = request;
      await apps.disconnect(signedIn(request), params.app ?? '', originOf(request), now);
      throw new RedirectError(toQuery('apps', language, { removed: '1' }));
    },
  },
});

/** `tagOf`: a label beside a scope, as "new". */
export const scopeList = (
  scopes: readonly Scope[],
  language: Language,
  tagOf: (scope: Scope) => string | null = () => null,
): Html =>
  html`<ul class="app-scopes">${scopes.map((scope) => {
    const { name, can, never } = textsOf(language).account.apps.scope[scope];
    const tag = tagOf(scope);
    return html`<li><p><b>${name}</b>${tag !== null && html` <span class="tag">${tag}</span>`}</p><p>${can}</p><p class="quiet">${never}</p></li>`;
  })}</ul>`;
