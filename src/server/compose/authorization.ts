/** How apps come to speak for accounts: the authorization server, its door, and what the pages of it do things with. */
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Limits } from '#api/allowance.ts';
import type { Blocks } from '#api/identities.ts';
import type { Database } from '#data/store/database.ts';
import { type Language, languages } from '#lib/i18n/sentence.ts';
import { VERSION } from '#lib/version.ts';
import { type FetchDocument, publicDocuments } from '#platform/oauth/app-documents.ts';
import { type ConnectedApps, connectedApps } from '#platform/oauth/connected-apps.ts';
import { cachedDocuments } from '#platform/oauth/document-cache.ts';
import { providers } from '#platform/oauth/providers.ts';
import { type AppRequests, appRequests } from '#platform/oauth/requests.ts';
import type { Config } from '#server/config/config.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import { languageOf } from '#transports/http/language.ts';
import { authorizationRoutes, WELL_KNOWN } from '#transports/http/oauth/authorization-routes.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { to } from '#transports/web/addresses.ts';
import { type AppError, appErrorView } from '#transports/web/pages/account/apps/refused.ts';
import { documentOf } from '#transports/web/routing/document.ts';
import { headersOf } from '#transports/web/routing/headers.ts';

export interface AuthorizationParts {
  config: Pick<Config, 'publicUrl'>;
  state: Database;
  secret: string;
  isDemo: boolean;
  limits: Limits | null;
  blocks: Blocks;
  addressOf: AddressOf;
  /** How documents of apps are fetched; left out, from public addresses only. */
  fetchDocument?: FetchDocument | undefined;
  report(error: unknown): void;
}

export interface Authorization {
  apps: ConnectedApps;
  requests: AppRequests;
  /** Where apps come in. */
  addTo(router: Router<Handler>): void;
}

export function openAuthorization(parts: AuthorizationParts): Authorization {
  const { state, secret, isDemo, report } = parts;
  const { publicUrl } = parts.config;
  const all = providers(publicUrl, {
    ...{ state, secret, report },
    fetchDocument: cachedDocuments({
      state,
      fetchDocument: parts.fetchDocument ?? publicDocuments(`firmoteca/${VERSION}`),
    }),
    pagesOf(id, context) {
      const first = languageAsked(context);
      const paths = languages
        .toSorted((a) => (a === first ? -1 : 1))
        .map((each) => to('appRequest', each, { request: id }));
      return paths as [string, ...string[]];
    },
    showError: (context, error) => showError(context, errorOf(error, context.status), isDemo),
    showRefusal: (context, told) => showError(context, { ...told, status: context.status }, isDemo),
  });
  return {
    apps: connectedApps(state),
    requests: appRequests({ state, secret, providers: all }),
    addTo(router) {
      const door = authorizationRoutes({ ...parts, publicUrl, providers: all });
      for (const path of ['/oauth', ...WELL_KNOWN]) router.mount(path, door);
    },
  };
}

/** Apps may know it (`ui_locales`); else browsers do. */
function languageAsked({ query, headers }: Pick<KoaContextWithOIDC, 'query' | 'headers'>): Language {
  const wished = [query.ui_locales ?? []].flat()[0]?.slice(0, 2);
  return languages.find((each) => each === wished) ?? languageOf('', headers['accept-language'], 'ro');
}

function showError(context: KoaContextWithOIDC, error: AppError, isDemo: boolean): void {
  const language = languageAsked(context);
  const view = appErrorView(error, language);
  const { path, querystring: query } = context;
  context.set(headersOf(view, language, isDemo));
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
