/** What apps ask for, and how a person decides: once, in the browser in which it was asked, as the reader who was shown it. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { happenedWhere, type Origin } from '#platform/accounts/events.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { isOnThisDevice, redirectHost } from './app-metadata.ts';
import {
  type AppShown,
  decide,
  decidedFor,
  type GrantPayload,
  grantsOf,
  putGrant,
  scopesOfGrant,
  trimGrants,
} from './connected-apps-table.ts';
import { type AppDocument, keepingShown } from './document-cache.ts';
import { recordDigest } from './grants.ts';
import { type AppPlace, placeAt } from './protected-resources.ts';
import { GRANT_SECONDS, PATHS } from './provider.ts';
import type { Providers } from './providers.ts';
import { recordByDigest } from './records-table.ts';
import { type Scope, scopesIn } from './scopes.ts';
import { said } from './sentences.ts';

/** Connections of an account; the one that was not used for the longest makes room for the next. */
const GRANTS_MAX = 100;

export interface AppRequest {
  id: string;
  /** Of the app. */
  client: string;
  app: AppShown;
  /** What it says of itself in its document; null for one that registered. */
  document: AppDocument | null;
  /** Where the browser is sent afterwards. */
  redirect: string;
  isOnThisDevice: boolean;
  place: AppPlace;
  /** The whole address of the place. */
  resource: string;
  scopes: Scope[];
  /** Those of them that the reader has allowed this app before. */
  known: Scope[];
  /** Says to whom which request was shown; the form sends it back. */
  shown: string;
  /** Where the browser goes on, once it was decided: a path of ours. */
  goesOn: string;
}

export interface AsksFor {
  id: string;
  /** How readers reach us. */
  site: string;
  /** What the browser carries as the one that began the request. */
  cookie: string | null;
}

export interface AppRequests {
  /** Thrown: it has ended, or another browser began it. */
  find(asked: AsksFor, reader: Reader, now: number): Promise<AppRequest>;
  /** Nothing happens where it was decided before. */
  allow(request: AppRequest, reader: Reader, origin: Origin, now: number): Promise<void>;
  refuse(request: AppRequest, reader: Reader, now: number): Promise<void>;
  /** Whether what a form sent is of this request, as this reader was shown it. */
  isShown(request: AppRequest, sent: string | null): boolean;
}

export interface RequestsNeeds {
  state: Database;
  secret: string;
  providers: Providers;
}

export function appRequests({ state, secret, providers }: RequestsNeeds): AppRequests {
  const digestOf = (id: string): string => recordDigest(secret, 'Interaction', id);
  const decidedPayload = async (id: string, result: object, now: string): Promise<string> => {
    const row = await recordByDigest(state, 'Interaction', digestOf(id), now);
    if (row === null) throw ended();
    return JSON.stringify({ ...(JSON.parse(row.payload) as object), result });
  };
  return {
    async find({ id, site, cookie }, reader, now) {
      const provider = providers.at(site);
      if (provider === null || cookie === null || !isSame(cookie, id)) throw ended();
      const request = await provider.Interaction.find(id);
      if (!request) throw ended();
      const { client_id: clientId, redirect_uri: redirect, resource, scope } = request.params as Record<string, string>;
      const client = await provider.Client.find(clientId ?? '').catch(() => undefined);
      const place = placeAt(site, resource ?? '');
      if (!client || place === null || redirect === undefined) throw ended();
      const scopes = scopesIn(scope ?? '').filter((each) => place.scopes.includes(each));
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
        place,
        resource: `${site}${place.path}`,
        scopes,
        known: scopes.filter((each) => before.includes(each)),
        shown: keyedDigest(secret, `app request ${id} ${reader.account} ${reader.session}`),
        goesOn: `${PATHS.authorize}/${id}`,
      };
    },
    async allow(request, { account, session }, origin, now) {
      const { id, app, document, scopes, client, resource } = request;
      const instant = new Date(now).toISOString();
      const grant = randomBytes(32).toString('base64url');
      const seconds = Math.floor(now / 1_000);
      const result = { login: { accountId: account, remember: false }, consent: { grantId: grant } };
      const payload: GrantPayload = {
        ...{
          iat: seconds,
          exp: seconds + GRANT_SECONDS,
          kind: 'Grant',
          accountId: account,
          clientId: client,
          app,
          session,
        },
        resources: { [resource]: scopes.join(' ') },
      };
      const isDecided = { sql: decidedFor('$8'), params: [grant] };
      await state.write([
        decide(digestOf(id), await decidedPayload(id, result, instant), account, grant, instant),
        putGrant(grant, payload, instant),
        ...(document ? [keepingShown(document, now)] : []),
        happenedWhere(isDecided, account, 'appConnected', now, { about: app.name, origin }),
        ...trimGrants(account, GRANTS_MAX),
      ]);
    },
    async refuse({ id }, { account }, now) {
      const instant = new Date(now).toISOString();
      const result = { error: 'access_denied', error_description: 'the owner of the account refused' };
      await state.write([decide(digestOf(id), await decidedPayload(id, result, instant), account, null, instant)]);
    },
    isShown: ({ shown }, sent) => sent !== null && isSame(shown, sent),
  };
}

/** As the provider took it. */
const documentIn = ({
  clientId,
  clientName,
  redirectUris = [],
}: Pick<Client, 'clientId' | 'clientName' | 'redirectUris'>): AppDocument => ({
  client_id: clientId,
  ...(clientName !== undefined && { client_name: clientName }),
  redirect_uris: redirectUris,
});

const ended = (): ApiError => new ApiError('NOT_FOUND', said.requestEnded());

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
