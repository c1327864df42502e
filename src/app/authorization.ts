/** How apps come to speak for accounts: the authorization server, its door, and what the pages of it do things with. */
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '#config';
import type { AddressOf } from '#http/client-address.ts';
import { languageOf } from '#http/language.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { type FetchDocument, publicDocuments } from '#oauth/app-documents.ts';
import { type ConnectedApps, connectedApps } from '#oauth/connected-apps.ts';
import { authorizationDoor, WELL_KNOWN } from '#oauth/door.ts';
import { keptDocuments } from '#oauth/kept-documents.ts';
import { providers } from '#oauth/providers.ts';
import { type AppRequests, appRequests } from '#oauth/requests.ts';
import type { Limits } from '#operations/allowance.ts';
import type { Blocks } from '#operations/identities.ts';
import { type Language, languages } from '#sentences/sentence.ts';
import type { Database } from '#store/database.ts';
import { VERSION } from '#version';
import { to } from '#web/addresses.ts';
import { documentOf } from '#web/door/document.ts';
import { headersOf } from '#web/door/headers.ts';
import { type AppError, appErrorView } from '#web/pages/account/apps/refused.ts';

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
    fetchDocument: keptDocuments({
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
      const door = authorizationDoor({ ...parts, publicUrl, providers: all });
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
