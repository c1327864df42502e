/** Consent page of OAuth: an app requests access to the account, and the owner allows or refuses the scopes. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { redirectHost } from '#platform/oauth/app-metadata.ts';
import type { AppRequest } from '#platform/oauth/app-requests.ts';
import { LAST_REQUEST_COOKIE, REQUEST_COOKIE } from '#platform/oauth/provider.ts';
import { SENSITIVE_SCOPES } from '#platform/oauth/scopes.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { scopeList } from './apps.ts';
import { authView } from './auth/view.ts';
import type { AccountPagesContext } from './context.ts';
import { formBounds, freshlySignedIn, originOf, signedIn, siteContext } from './frame.ts';

export const appRequestPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const reader = signedIn(request);
    const appRequest = await findRequest(request, reader, context);
    if (isSensitive(appRequest)) freshlySignedIn(request);
    return view(request, reader, context, appRequest);
  },
  form: {
    bounds: formBounds(2),
    async submit(request) {
      const { fields } = request;
      const reader = signedIn(request);
      const appRequest = await findRequest(request, reader, context);
      const isAllowed = fields.get('verdict') === 'allow';
      if (isAllowed && isSensitive(appRequest)) freshlySignedIn(request);
      // Another account signed in since, in another tab: its owner has not seen this request.
      if (!context.requests.isFormToken(appRequest, fields.get('shown')))
        return view(request, reader, context, appRequest, true);
      if (isAllowed) await context.requests.allow(appRequest, reader, originOf(request), siteContext(request));
      else await context.requests.refuse(appRequest, reader, request.now);
      throw new RedirectError(appRequest.continuePath);
    },
  },
});

/** Continues the last OAuth request of this browser after a sign-up or a password reset. */
export const lastAppRequestPage: Page = {
  show({ cookie, language }) {
    const id = cookie(LAST_REQUEST_COOKIE) ?? '';
    if (ID.test(id)) throw new RedirectError(to('appRequest', language, { request: id }));
    const { lost: title, lostLead: lead, apps } = textsOf(language).account.apps.request;
    return authView({ title, lead, status: 404, body: html`<p><a href="${to('apps', language)}">${apps}</a></p>` });
  },
};

const isSensitive = ({ scopes }: AppRequest): boolean => scopes.some((scope) => SENSITIVE_SCOPES.includes(scope));

const ID = /^[A-Za-z0-9_-]{1,100}$/;

const findRequest = (request: PageRequest, reader: Reader, { requests }: AccountPagesContext): Promise<AppRequest> =>
  requests.find(
    { id: request.params.request ?? '', site: request.origin, cookie: request.cookie(REQUEST_COOKIE) },
    reader,
    request.now,
  );

async function view(
  request: PageRequest,
  reader: Reader,
  { account }: AccountPagesContext,
  appRequest: AppRequest,
  isRepeated = false,
): Promise<View> {
  const { language, address, now } = request;
  const texts = textsOf(language).account.apps.request;
  const { app, scopes, granted: known, protectedResource } = appRequest;
  const isStepUp = known.length > 0 && known.length < scopes.length;
  const email = (await account(reader.account, now))?.email ?? null;
  const owner = isDemoAccount(reader.account) ? texts.demo : (email ?? texts.nameless);
  const rows: [string, string | Html][] = [
    [
      texts.app,
      html`<b>${app.name}</b><br><small>${app.host === null ? texts.unverified : texts.verified(app.host)}</small>`,
    ],
    [texts.goesTo, html`<b>${app.redirectHost}</b>`],
    [
      texts.account,
      html`${owner} <small><a href="${toQuery('signIn', language, { next: address })}">${texts.other}</a></small>`,
    ],
    [texts.connector, html`${texts.connectors[protectedResource.path as keyof typeof texts.connectors]}`],
  ];
  return authView({
    title: texts.title(app.name),
    lead: isStepUp ? texts.leadMore : texts.lead,
    isOpenedByApps: true,
    scripts: ['once'],
    formOrigins: [formTarget(appRequest.redirect)],
    body: html`${isRepeated && html`<div class="notice">${alert({ grade: 'check', heading: texts.again, lines: [texts.againLine] })}</div>`}
${appRequest.isOnThisDevice && html`<div class="notice">${alert({ grade: 'check', heading: texts.device, lines: [texts.deviceLine] })}</div>`}
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>${texts.may}</h2>${scopeList(scopes, language, (scope) => (isStepUp && !known.includes(scope) ? texts.isNew : null))}
<form class="app-verdict" data-once method="post" action="${to('appRequest', language, { request: appRequest.id })}"><input type="hidden" name="shown" value="${appRequest.formToken}"><button class="button" type="submit" name="verdict" value="allow">${texts.allow}</button><button class="button second" type="submit" name="verdict" value="refuse">${texts.refuse}</button></form>
<p class="small quiet">${texts.after} <a href="${to('apps', language)}">${texts.apps}</a></p>`,
  });
}

/** A source for the `form-action` policy: an origin, or the scheme where the address has no origin or an IPv6 host. */
function formTarget(redirect: string): string {
  const { protocol, origin, hostname } = new URL(redirect);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

export interface AppError {
  /** The OAuth error code: `invalid_client`. */
  code: string;
  description: string;
  status: number;
  /** Redirect address that receives the error; absent where the request names no valid one. */
  back?: string;
}

/** The authorization server also returns `invalid_request` for an expired request. */
const REASONS: Readonly<Record<string, 'unknown' | 'redirect' | 'ended' | 'internalError'>> = {
  invalid_client: 'unknown',
  invalid_client_metadata: 'unknown',
  invalid_redirect_uri: 'redirect',
  session_not_found: 'ended',
  server_error: 'internalError',
};

export function appErrorView({ code, description, status, back }: AppError, language: Language): View {
  const texts = textsOf(language).account.apps.refused;
  return authView({
    title: texts.title,
    status,
    isOpenedByApps: true,
    lead: texts[REASONS[code] ?? 'wrong'],
    body: html`${code !== 'server_error' && html`<p class="small quiet">${texts.forDeveloper} <code>${code}</code> ${description}</p>`}${back !== undefined && html`<p><a href="${back}" rel="noreferrer">${texts.back(redirectHost(back))}</a></p>`}<p><a href="${to('apps', language)}">${texts.apps}</a></p>`,
  });
}
