/** The authorization server for apps, its routes, and the functions of its pages. */

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Blocks } from '#api/caller.ts';
import type { Database } from '#data/store/database.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import { VERSION } from '#lib/version.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { cachedDocuments, publicDocuments } from '#platform/oauth/app-documents.ts';
import { type AppRequests, appRequests } from '#platform/oauth/app-requests.ts';
import { type ConnectedApps, connectedApps } from '#platform/oauth/connected-apps.ts';
import { providers } from '#platform/oauth/provider.ts';
import { recordByDigest } from '#platform/oauth/records-table.ts';
import { authorizationRoutes, WELL_KNOWN } from '#transports/http/authorization-routes.ts';
import { languageOf } from '#transports/http/negotiate.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { to } from '#transports/web/addresses.ts';
import { type AppError, appErrorView } from '#transports/web/pages/account/app-request.ts';
import { line } from '#transports/web/pages/account/frame.ts';
import { documentOf } from '#transports/web/routing/document.ts';
import { pageHeaders } from '#transports/web/routing/headers.ts';
import { emailPagePath } from './accounts.ts';
import type { AppContext } from './context.ts';

export interface Authorization {
  apps: ConnectedApps;
  requests: AppRequests;
  addTo(router: Router<Handler>): void;
}

export function openAuthorization(context: AppContext, blocks: Blocks, mail: Mailer): Authorization {
  const { limits, addressOf, report } = context;
  const { publicUrl } = context.config;
  const { state } = context.store;
  const secret = context.secrets.sessionKey;
  const isDemo = context.profile.demo !== null;
  const fetchDocument = context.fetchAppDocument ?? publicDocuments(`firmoteca/${VERSION}`);
  const all = providers(publicUrl, {
    state,
    secret,
    report,
    fetchDocument: cachedDocuments({ state, fetchDocument }),
    pagesOf(id, request) {
      const first = preferredLanguage(request);
      const paths = languages
        .toSorted((a) => (a === first ? -1 : 1))
        .map((each) => to('appRequest', each, { request: id }));
      return paths as [string, ...string[]];
    },
    showError: (request, error) => showError(request, errorOf(error, request.status), isDemo),
    showRefusal: (request, refusal) => showError(request, { ...refusal, status: request.status }, isDemo),
  });
  return {
    apps: connectedApps(state),
    requests: appRequests({ state, secret, providers: all, mail, pagePath: emailPagePath }),
    addTo(router) {
      const routes = authorizationRoutes({ state, limits, blocks, addressOf, publicUrl, providers: all });
      for (const path of ['/oauth', ...WELL_KNOWN]) router.mount(path, routes);
    },
  };
}

/** From the request of the app (`ui_locales`), else from the browser. */
function preferredLanguage({ query, headers }: Pick<KoaContextWithOIDC, 'query' | 'headers'>): Language {
  const requested = [query.ui_locales ?? []].flat()[0]?.slice(0, 2);
  return languages.find((each) => each === requested) ?? languageOf('', headers['accept-language'], 'ro');
}

function showError(context: KoaContextWithOIDC, error: AppError, isDemo: boolean): void {
  const language = preferredLanguage(context);
  const view = appErrorView(error, language);
  const { path, querystring: query } = context;
  context.set(pageHeaders(view, language, isDemo));
  context.body = documentOf(view, { page: null, request: { path, query, params: {} }, origin: '', language, isDemo });
}

const errorOf = (
  error: Error & { error?: string; error_description?: string | undefined },
  status: number,
): AppError => ({
  code: error.name === 'SessionNotFound' ? 'session_not_found' : (error.error ?? 'server_error'),
  description: error.error_description ?? '',
  status,
});

/** The name of an app: the host of its client metadata document, or the name that it registered. */
export const appNames =
  (state: Database) =>
  async (client: string): Promise<string> => {
    if (URL.canParse(client)) return new URL(client).host;
    const row = await recordByDigest(state, 'Client', client, new Date().toISOString());
    const { client_name: name } = JSON.parse(row?.payload ?? '{}') as { client_name?: unknown };
    return (line(typeof name === 'string' ? name : '') || client).slice(0, APP_NAME_MAX);
  };

/** Fits on one line. */
const APP_NAME_MAX = 80;
