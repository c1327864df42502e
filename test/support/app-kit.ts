/** An OAuth app that connects as hosts do, over a socket, and its user, whose forms are sent as a browser sends them. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createAccount } from '#platform/accounts/accounts.ts';
import { type AccountBrowser, accountBrowser } from './account-browser.ts';
import { type Answered, ask } from './raw-request.ts';
import type { SmallService } from './small-service.ts';
import { until } from './until.ts';
import { sendForm } from './web-form.ts';

export const REDIRECT = 'https://app.example/callback';

export type At = Pick<SmallService, 'origin' | 'port' | 'store' | 'secrets'>;

export const postJson = (port: number, path: string, body: unknown, headers = {}): Promise<Answered> =>
  ask(port, {
    method: 'POST',
    path,
    headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

export const postForm = (port: number, path: string, fields: Record<string, string>, headers = {}): Promise<Answered> =>
  ask(port, {
    method: 'POST',
    path,
    headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

/** Registers an app and returns its id. */
export async function registered({ port }: At, more: Record<string, unknown> = {}): Promise<string> {
  const { status, text } = await postJson(port, '/oauth/register', {
    client_name: 'Asistent',
    redirect_uris: [REDIRECT],
    ...more,
  });
  assert.equal(status, 201, text);
  return (JSON.parse(text) as { client_id: string }).client_id;
}

export interface Proof {
  verifier: string;
  challenge: string;
}

export function proof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A browser that sends cookies by their path. */
export class Browser {
  readonly #at: At;
  readonly #jar: { name: string; value: string; path: string }[] = [];

  constructor(at: At, signedIn: AccountBrowser | null = null) {
    this.#at = at;
    const [name = '', value = ''] = signedIn?.cookie.split('=') ?? [];
    if (signedIn) this.#jar.push({ name, value, path: '/' });
  }

  async open(address: string): Promise<Answered> {
    const path = address.startsWith('http') ? address.slice(new URL(address).origin.length) : address;
    const headers = { host: `127.0.0.1:${this.#at.port}`, accept: 'text/html', ...this.#cookie(path) };
    return this.#kept(await ask(this.#at.port, { path, headers }));
  }

  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#kept(await sendForm(this.#at.port, path, fields, { ...this.#cookie(path), ...headers }));
  }

  #cookie(path: string): Record<string, string> {
    const [bare = ''] = path.split('?');
    const sent = this.#jar.filter((one) => bare === one.path || bare.startsWith(one.path.replace(/\/?$/, '/')));
    return sent.length === 0 ? {} : { cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }

  #kept(answer: Answered): Answered {
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      const path = /; ?path=([^;]*)/i.exec(header)?.[1] ?? '/';
      const old = this.#jar.findIndex((one) => one.name === name && one.path === path);
      if (old >= 0) this.#jar.splice(old, 1);
      this.#jar.push({ name, value, path });
    }
    return answer;
  }
}

export interface SignUpIntent {
  client: string;
  proof?: Proof | null;
  redirect?: string;
  scope?: string | null;
  resource?: string | null;
  state?: string;
  /** Parameters in addition to the usual ones, or instead of them. */
  more?: Record<string, string>;
}

/** The authorization address to which an app sends its user. */
export function authorizePath({ origin }: At, intent: SignUpIntent): string {
  const { client, redirect = REDIRECT, scope = 'data:read', resource = `${origin}/mcp`, state = 'xyz' } = intent;
  const query = new URLSearchParams({ response_type: 'code', client_id: client, redirect_uri: redirect, state });
  if (intent.proof) {
    query.set('code_challenge', intent.proof.challenge);
    query.set('code_challenge_method', 'S256');
  }
  if (scope !== null) query.set('scope', scope);
  if (resource !== null) query.set('resource', resource);
  for (const [name, value] of Object.entries(intent.more ?? {})) query.set(name, value);
  return `/oauth/authorize?${query}`;
}

/** Opens the page of an authorization request, presses a button, and returns the final redirect. */
export async function decided(browser: Browser, path: string, verdict: 'allow' | 'refuse' = 'allow'): Promise<URL> {
  const begun = await browser.open(path);
  assert.equal(begun.status, 303, begun.text);
  return pressed(browser, begun.headers.location ?? '', verdict);
}

export async function pressed(browser: Browser, page: string, verdict: 'allow' | 'refuse' = 'allow'): Promise<URL> {
  const visible = await browser.open(page);
  assert.equal(visible.status, 200, visible.text);
  const sent = await browser.send(page, { shown: shownIn(visible), verdict });
  assert.equal(sent.status, 303, sent.text);
  const back = await browser.open(sent.headers.location ?? '');
  assert.equal(back.status, 303, back.text);
  return new URL(back.headers.location ?? '');
}

export const shownIn = ({ text }: Answered): string => /name="shown" value="([^"]+)"/.exec(text)?.[1] ?? '';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

export const redeem = (at: At, client: string, code: string, verifier: string, more = {}): Promise<Answered> =>
  postForm(at.port, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...more,
  });

export const refresh = (at: At, client: string, token: string, more = {}): Promise<Answered> =>
  postForm(at.port, '/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token, ...more });

export const tokensIn = ({ status, text }: Answered): Tokens => {
  assert.equal(status, 200, text);
  return JSON.parse(text) as Tokens;
};

export const errorIn = ({ text }: Answered): string => (JSON.parse(text) as { error: string }).error;

export interface Connected {
  account: string;
  browser: Browser;
  client: string;
  tokens: Tokens;
}

/** An app connected to an account of its own. */
export async function connected(at: At, intent: Partial<SignUpIntent> & { account?: string } = {}): Promise<Connected> {
  const account =
    intent.account ??
    (await createAccount(
      at.store.state,
      { email: `${randomBytes(6).toString('hex')}@apps.example`, password: null },
      Date.now(),
    ));
  const browser = new Browser(at, await accountBrowser(at, { account }));
  const client = intent.client ?? (await registered(at));
  const own = proof();
  const back = await decided(browser, authorizePath(at, { ...intent, client, proof: own }));
  const code = back.searchParams.get('code');
  assert.ok(code, back.href);
  const redirect_uri = intent.redirect ?? REDIRECT;
  return { account, browser, client, tokens: tokensIn(await redeem(at, client, code, own.verifier, { redirect_uri })) };
}

/** All threads notice the end of a grant within a second. */
export const untilClosed = (at: At, token: string): Promise<void> =>
  until('the token is refused', async () => (await doorStatus(at, token)) === 401);

/** The status for a token: 401 if it is refused. */
export const doorStatus = async ({ origin }: At, token: string, path = '/mcp'): Promise<number> =>
  (
    await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'app', version: '1' } },
      }),
    })
  ).status;
