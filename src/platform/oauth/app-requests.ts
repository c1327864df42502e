/** Authorization requests of apps. The reader decides once, in the browser that began the request. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { accountById } from '#platform/accounts/accounts-table.ts';
import { queueNotice } from '#platform/accounts/emails.ts';
import { type Origin, recordEventWhere } from '#platform/accounts/events.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { AuthContext, SiteContext } from '#platform/accounts/sign-in.ts';
import { type AppDocument, storeApprovedDocument } from './app-documents.ts';
import { isOnThisDevice, redirectHost } from './app-metadata.ts';
import {
  type AppIdentity,
  decide,
  decidedFor,
  type GrantPayload,
  grantsOf,
  putGrant,
  scopesOfGrant,
  trimGrants,
} from './connected-apps-table.ts';
import { recordDigest } from './grants.ts';
import { GRANT_SECONDS, PATHS, type Providers } from './provider.ts';
import { recordByDigest } from './records-table.ts';
import { type ProtectedResource, protectedResourceAt, type Scope, scopesIn } from './scopes.ts';

/** Grants per account; a further one ends the longest unused. */
const GRANTS_MAX = 100;

export interface AppRequest {
  id: string;
  /** Client id of the app. */
  client: string;
  app: AppIdentity;
  /** Its metadata document; null for a registered app. */
  document: AppDocument | null;
  /** Redirect URI of the app. */
  redirect: string;
  isOnThisDevice: boolean;
  protectedResource: ProtectedResource;
  /** Absolute address of the protected resource. */
  resource: string;
  scopes: Scope[];
  /** Scopes among them that the reader granted this app before. */
  granted: Scope[];
  /** Binds the form to this request and reader; the form sends it back. */
  formToken: string;
  /** Path at which the browser continues after the decision. */
  continuePath: string;
}

export interface AppRequestKey {
  id: string;
  /** Origin under which the reader reached us. */
  site: string;
  /** Cookie of the browser that began the request. */
  cookie: string | null;
}

export type AppRequests = ReturnType<typeof appRequests>;

export function appRequests({
  state,
  secret,
  providers,
  ...notices
}: Pick<Context, 'state' | 'secret'> & Pick<AuthContext, 'mail' | 'pagePath'> & { providers: Providers }) {
  const digestOf = (id: string): string => recordDigest(secret, 'Interaction', id);
  const decidedPayload = async (id: string, result: object, now: string): Promise<string> => {
    const row = await recordByDigest(state, 'Interaction', digestOf(id), now);
    if (row === null) throw ended();
    return JSON.stringify({ ...(JSON.parse(row.payload) as object), result });
  };
  return {
    /** Throws if the request has ended, or another browser began it. */
    async find({ id, site, cookie }: AppRequestKey, reader: Reader, now: number): Promise<AppRequest> {
      const provider = providers.at(site);
      if (provider === null || cookie === null || !isSame(cookie, id)) throw ended();
      const request = await provider.Interaction.find(id);
      if (!request) throw ended();
      const { client_id: clientId, redirect_uri: redirect, resource, scope } = request.params as Record<string, string>;
      const client = await provider.Client.find(clientId ?? '').catch(() => undefined);
      const protectedResource = protectedResourceAt(site, resource ?? '');
      if (!client || protectedResource === null || redirect === undefined) throw ended();
      const scopes = scopesIn(scope ?? '').filter((each) => protectedResource.scopes.includes(each));
      const document = 'clientIdMetadataDocument' in client ? documentIn(client) : null;
      const host = document && new URL(document.client_id).host;
      const before = (await grantsOf(state, reader.account, new Date(now).toISOString()))
        .filter((row) => row.client_id === client.clientId)
        .flatMap(({ payload }) => scopesIn(scopesOfGrant(JSON.parse(payload) as GrantPayload)));
      return {
        id,
        app: { name: client.clientName ?? redirectHost(redirect), host, redirectHost: redirectHost(redirect) },
        document,
        client: client.clientId,
        redirect,
        isOnThisDevice: isOnThisDevice(redirect),
        protectedResource,
        resource: `${site}${protectedResource.path}`,
        scopes,
        granted: scopes.filter((each) => before.includes(each)),
        formToken: keyedDigest(secret, `app request ${id} ${reader.account} ${reader.session}`),
        continuePath: `${PATHS.authorize}/${id}`,
      };
    },
    /** Does nothing if the request is already decided. */
    async allow(
      request: AppRequest,
      { account, session }: Reader,
      origin: Origin,
      context: SiteContext,
    ): Promise<void> {
      const { id, app, document, scopes, client, resource } = request;
      const { now } = context;
      const instant = new Date(now).toISOString();
      const grant = randomBytes(32).toString('base64url');
      const seconds = Math.floor(now / 1_000);
      const result = { login: { accountId: account, remember: false }, consent: { grantId: grant } };
      const payload: GrantPayload = {
        iat: seconds,
        exp: seconds + GRANT_SECONDS,
        kind: 'Grant',
        accountId: account,
        clientId: client,
        app,
        session,
        resources: { [resource]: scopes.join(' ') },
      };
      const isDecided = { sql: decidedFor('$8'), params: [grant] };
      const event = recordEventWhere(isDecided, account, 'appConnected', now, { about: app.name, origin });
      const owner = await accountById(state, account);
      const { scope } = textsOf(owner?.language ?? 'ro').account.apps;
      const more = scopes.map((each) => `${scope[each].name}. ${scope[each].can}`);
      await state.write([
        decide(digestOf(id), await decidedPayload(id, result, instant), account, grant, instant),
        putGrant(grant, payload, instant),
        ...(document ? [storeApprovedDocument(document, now)] : []),
        event,
        ...trimGrants(account, GRANTS_MAX),
        ...(owner ? queueNotice(notices, 'appConnected', owner, context, { about: nameOf(app), more, event }) : []),
      ]);
    },
    async refuse({ id }: AppRequest, { account }: Reader, now: number): Promise<void> {
      const instant = new Date(now).toISOString();
      const result = { error: 'access_denied', error_description: 'the owner of the account refused' };
      await state.write([decide(digestOf(id), await decidedPayload(id, result, instant), account, null, instant)]);
    },
    /** Whether a form's token belongs to this request and reader. */
    isFormToken: ({ formToken }: AppRequest, sent: string | null): boolean => sent !== null && isSame(formToken, sent),
  };
}

/** The name is the app's own word, the address is not. */
const nameOf = ({ name, redirectHost: host }: AppIdentity): string => (name === host ? host : `${host} (${name})`);

/** The metadata document as the provider accepted it. */
const documentIn = ({
  clientId,
  clientName,
  redirectUris = [],
}: Pick<Client, 'clientId' | 'clientName' | 'redirectUris'>): AppDocument => ({
  client_id: clientId,
  ...(clientName !== undefined && { client_name: clientName }),
  redirect_uris: redirectUris,
});

const ended = (): ApiError => new ApiError('NOT_FOUND', messages.oauth.requestEnded());

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
