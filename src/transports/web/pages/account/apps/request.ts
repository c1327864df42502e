/** An app asks for access: who it says it is, where the answer goes, what it may do then; and a person decides. */
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { AppRequest, AppRequests } from '#platform/oauth/app-requests.ts';
import { LAST_REQUEST_COOKIE, REQUEST_COOKIE } from '#platform/oauth/provider.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { entranceView } from '#transports/web/pages/account/auth/frame.ts';
import { formBounds } from '#transports/web/pages/account/form.ts';
import { originOf } from '#transports/web/pages/account/origin.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';

import { scopeList } from './scope-words.ts';

export interface AppRequestNeeds {
  requests: AppRequests;
  /** The account itself; null once it is gone. */
  account(id: string, now: number): Promise<AccountRow | null>;
}

export const appRequestPage = (needs: AppRequestNeeds): Page => ({
  path: addresses.appRequest,
  async show(request) {
    const reader = signedIn(request);
    return view(request, reader, needs, await asked(request, reader, needs));
  },
  form: {
    bounds: formBounds(2),
    async submit(request) {
      const { fields, now } = request;
      const reader = signedIn(request);
      const wanted = await asked(request, reader, needs);
      // Somebody else signed in since, in another tab: they have not seen whom they would decide for.
      if (!needs.requests.isFormToken(wanted, fields.get('shown'))) return view(request, reader, needs, wanted, true);
      if (fields.get('verdict') === 'allow') await needs.requests.allow(wanted, reader, originOf(request), now);
      else await needs.requests.refuse(wanted, reader, now);
      throw new RedirectError(wanted.continuePath);
    },
  },
});

/** Where somebody comes to who opened an account in between, or chose a new password: to the request that the same browser began. */
export const lastAppRequestPage: Page = {
  path: addresses.lastAppRequest,
  show({ cookie: carried, language }) {
    const id = carried(LAST_REQUEST_COOKIE) ?? '';
    if (ID.test(id)) throw new RedirectError(to('appRequest', language, { request: id }));
    const { lost: title, lostLead: lead, apps } = textsOf(language).account.apps.request;
    return entranceView({ title, lead, status: 404, body: html`<p><a href="${to('apps', language)}">${apps}</a></p>` });
  },
};

const ID = /^[A-Za-z0-9_-]{1,100}$/;

const asked = (request: PageRequest, reader: Reader, { requests }: AppRequestNeeds): Promise<AppRequest> =>
  requests.find(
    { id: request.params.request ?? '', site: request.origin, cookie: request.cookie(REQUEST_COOKIE) },
    reader,
    request.now,
  );

async function view(
  request: PageRequest,
  reader: Reader,
  { account }: AppRequestNeeds,
  asked: AppRequest,
  isAgain = false,
): Promise<View> {
  const { language, address, now } = request;
  const texts = textsOf(language).account.apps.request;
  const { app, scopes, known, protectedResource } = asked;
  const isStepUp = known.length > 0 && known.length < scopes.length;
  const email = (await account(reader.account, now))?.email ?? null;
  const whose = isDemoAccount(reader.account) ? texts.demo : (email ?? texts.nameless);
  const rows: [string, string | Html][] = [
    [
      texts.app,
      html`<b>${app.name}</b><br><small>${app.host === null ? texts.unverified : texts.verified(app.host)}</small>`,
    ],
    [texts.goesTo, html`<b>${app.redirectHost}</b>`],
    [
      texts.account,
      html`${whose} <small><a href="${toQuery('signIn', language, { next: address })}">${texts.other}</a></small>`,
    ],
    [texts.place, html`${texts.places[protectedResource.path as keyof typeof texts.places]}`],
  ];
  return entranceView({
    title: texts.title(app.name),
    lead: isStepUp ? texts.leadMore : texts.lead,
    isOpenedByApps: true,
    formOrigins: [formTarget(asked.redirect)],
    body: html`${isAgain && html`<div class="notice">${alert({ grade: 'check', heading: texts.again, lines: [texts.againLine] })}</div>`}
${asked.isOnThisDevice && html`<div class="notice">${alert({ grade: 'check', heading: texts.device, lines: [texts.deviceLine] })}</div>`}
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>${texts.may}</h2>${scopeList(scopes, language, (scope) => (isStepUp && !known.includes(scope) ? texts.isNew : null))}
<form class="app-verdict" method="post" action="${to('appRequest', language, { request: asked.id })}"><input type="hidden" name="shown" value="${asked.formToken}"><button class="button" type="submit" name="verdict" value="allow">${texts.allow}</button><button class="button second" type="submit" name="verdict" value="refuse">${texts.refuse}</button></form>
<p class="small quiet">${texts.after} <a href="${to('apps', language)}">${texts.apps}</a></p>`,
  });
}

/** As browsers are told where a form leads on to: an origin; of what has none, and of addresses that policies cannot name, the scheme. */
function formTarget(redirect: string): string {
  const { protocol, origin, hostname } = new URL(redirect);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
