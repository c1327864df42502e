/** Callers of every kind, with the expected result of each for an operation by its declaration alone. */

import type { ApiErrorCode } from '#api/api-error.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { watchChanges } from '#data/store/changes/counter.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { digestOf, generateKey, hintOf } from '#platform/accounts/keys.ts';
import { addKey, revokeKey } from '#platform/accounts/keys-table.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import { browserSessions } from '#platform/accounts/sessions.ts';
import { addBlock } from '#platform/limits/blocks-table.ts';
import type { SmallService } from './small-service.ts';

/** `pro`: the whole answer. `visitor`: the same, or the preview if there is one. Otherwise the error code. */
export type Expected = 'pro' | 'visitor' | ApiErrorCode;

export interface GateCaller {
  who: string;
  headers: Record<string, string>;
  gets(declaration: AnyEndpoint): Expected;
}

const BLOCKED = '203.0.113.9';

/** The service trusts this machine as a proxy, so a test can use any client address. */
export async function gateCallers(
  { store: { state }, secrets }: Pick<SmallService, 'store' | 'secrets'>,
  sells: boolean,
): Promise<GateCaller[]> {
  const now = Date.now();
  const instant = new Date(now).toISOString();
  const account = async (...steps: ('incomplete' | 'active' | 'canceling' | 'canceled' | 'past_due')[]) => {
    const id = await createAccount(state, { email: null, password: null }, now);
    for (const to of steps) await changeSubscription(state, id, to, now);
    return id;
  };
  const issue = (id: string) => issueKey(state, secrets.keyPepper, { account: id, name: null, expiresAt: null }, now);
  const stored = async (tier: 'pro' | 'free', owner: string, expiresAt: string | null): Promise<string> => {
    const key = generateKey();
    const row = { id: key.slice(-12), account: owner, name: null, hint: hintOf(key), tier, now: instant, expiresAt };
    await addKey(state, { ...row, digest: digestOf(secrets.keyPepper, key) });
    return key;
  };

  const pro = await account('incomplete', 'active');
  const { key } = await issue(pro);
  const { key: other } = await issue(pro);
  const { key: revoked, id: revokedId } = await issue(pro);
  await revokeKey(state, revokedId, instant);
  const lapsed = await account('incomplete', 'active');
  const { key: lapsedKey } = await issue(lapsed);
  await changeSubscription(state, lapsed, 'past_due', now - 8 * 86_400_000);
  const watch = await watchChanges(
    state,
    'access',
    () => {},
    () => {},
  );
  const sessions = browserSessions({ state, watch, secret: secrets.sessionKey });
  await watch.stop();
  await addBlock(state, { network: '203.0.113.0/24', reason: 'test', created_at: instant, expires_at: null });
  const cookie = (value: string): string => `lang=ro; firmoteca_session=${value}; x=1`;
  const free = cookie(sessions.openFree(now));

  const onlyPro = (code: Expected) => (): Expected => code;
  const stranger = ({ access }: AnyEndpoint): Expected =>
    access === 'free' ? 'visitor' : sells && access === 'pro+x402' ? 'PAYMENT_REQUIRED' : 'API_KEY_REQUIRED';
  /** The payment that is sent was never made. */
  const payer = (declaration: AnyEndpoint): Expected => {
    if (!sells || declaration.access === 'free') return stranger(declaration);
    return declaration.access === 'pro+x402' ? 'PAYMENT_INVALID' : 'PRO_KEY_REQUIRED';
  };
  const visitor = ({ access, preview, visitors }: AnyEndpoint): Expected =>
    access === 'free' || (visitors === undefined && (access === 'pro+x402' || preview))
      ? 'visitor'
      : 'PRO_KEY_REQUIRED';
  const keyed = (text: string): Record<string, string> => ({ 'x-api-key': text });
  const blocked = { 'x-forwarded-for': BLOCKED };

  return [
    { who: 'no credential', headers: {}, gets: stranger },
    { who: 'malformed key', headers: keyed('letmein'), gets: onlyPro('INVALID_API_KEY') },
    { who: 'unknown key', headers: keyed(generateKey()), gets: onlyPro('INVALID_API_KEY') },
    { who: 'revoked key', headers: keyed(revoked), gets: onlyPro('INVALID_API_KEY') },
    { who: 'expired key', headers: keyed(await stored('pro', pro, instant)), gets: onlyPro('INVALID_API_KEY') },
    {
      who: 'key of an account without a subscription',
      headers: keyed(await stored('pro', await account(), null)),
      gets: onlyPro('SUBSCRIPTION_INACTIVE'),
    },
    { who: 'key of an account that did not pay', headers: keyed(lapsedKey), gets: onlyPro('SUBSCRIPTION_INACTIVE') },
    {
      who: 'key of the former free tier',
      headers: keyed(await stored('free', await account(), null)),
      gets: onlyPro('SUBSCRIPTION_INACTIVE'),
    },
    { who: 'Pro key', headers: keyed(key), gets: onlyPro('pro') },
    { who: 'Pro key as bearer', headers: { authorization: `Bearer ${key}` }, gets: onlyPro('pro') },
    { who: 'Pro key twice', headers: { ...keyed(key), authorization: `bearer ${key}` }, gets: onlyPro('pro') },
    {
      who: 'two Pro keys',
      headers: { ...keyed(key), authorization: `Bearer ${other}` },
      gets: onlyPro('INVALID_PARAMETER'),
    },
    { who: 'Pro key and a payment', headers: { ...keyed(key), 'x-payment': 'e30=' }, gets: onlyPro('pro') },
    {
      who: 'wrong key and a payment',
      headers: { ...keyed(generateKey()), 'payment-signature': 'e30=' },
      gets: onlyPro('INVALID_API_KEY'),
    },
    {
      who: 'wrong key in a visited browser',
      headers: { ...keyed(generateKey()), cookie: free },
      gets: onlyPro('INVALID_API_KEY'),
    },
    { who: 'payment', headers: { 'payment-signature': 'e30=' }, gets: payer },
    { who: 'payment of version 1', headers: { 'x-payment': 'e30=' }, gets: payer },
    { who: 'free browser', headers: { cookie: free, 'sec-fetch-site': 'same-origin' }, gets: visitor },
    { who: 'address bar of a visited browser', headers: { cookie: free, 'sec-fetch-site': 'none' }, gets: visitor },
    {
      who: 'browser led here by another site',
      headers: { cookie: free, 'sec-fetch-site': 'cross-site' },
      gets: stranger,
    },
    {
      who: 'browser on a page of another origin',
      headers: { cookie: free, origin: 'https://evil.example' },
      gets: stranger,
    },
    { who: 'forged cookie', headers: { cookie: cookie(browserForgery(sessions.openFree(now))) }, gets: stranger },
    { who: 'Pro browser', headers: { cookie: cookie(await sessions.open(pro, now)) }, gets: onlyPro('pro') },
    {
      who: 'signed-in browser without Pro',
      headers: { cookie: cookie(await sessions.open(lapsed, now)) },
      gets: visitor,
    },
    { who: 'blocked address', headers: blocked, gets: onlyPro('IP_BLOCKED') },
    {
      who: 'blocked address with a payment',
      headers: { ...blocked, 'x-payment': 'e30=' },
      gets: onlyPro('IP_BLOCKED'),
    },
    {
      who: 'blocked address with a wrong key',
      headers: { ...blocked, ...keyed(generateKey()) },
      gets: onlyPro('IP_BLOCKED'),
    },
    { who: 'blocked address in a visited browser', headers: { ...blocked, cookie: free }, gets: onlyPro('IP_BLOCKED') },
    { who: 'blocked address with a Pro key', headers: { ...blocked, ...keyed(key) }, gets: onlyPro('pro') },
  ];
}

/** The same date with another signature. */
const browserForgery = (cookie: string): string => cookie.slice(0, -1) + (cookie.endsWith('A') ? 'E' : 'A');
