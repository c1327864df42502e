/** A service with sign-in whose emails stay in the queue, and browsers that fill in its forms. */
import assert from 'node:assert/strict';
import type { Value } from '#data/store/database.ts';
import type { Store } from '#data/store/open.ts';
import { type Answered, ask } from './raw-request.ts';
import { type SmallOptions, type SmallService, smallService } from './small-service.ts';
import { until } from './until.ts';
import { sendForm } from './web-form.ts';

export const PASSWORD = 'o parolă destul de lungă';

export const entranceService = (options: SmallOptions = {}): Promise<SmallService> =>
  smallService({ ...options, bare: true, config: { mail: { by: 'outbox', hourMax: 1_000 }, ...options.config } });

/** Keeps cookies as a browser does. */
export class Visitor {
  readonly cookies: Map<string, string>;
  readonly #service: Pick<SmallService, 'port'>;
  readonly #headers: Record<string, string>;

  constructor(
    service: Pick<SmallService, 'port'>,
    headers: Record<string, string> = {},
    cookies: Map<string, string> = new Map(),
  ) {
    this.#service = service;
    this.#headers = headers;
    this.cookies = cookies;
  }

  get port(): number {
    return this.#service.port;
  }

  /** The same browser at another port of the installation. */
  at(port: number): Visitor {
    return new Visitor({ port }, this.#headers, this.cookies);
  }

  async open(path: string): Promise<Answered> {
    return this.#kept(await ask(this.#service.port, { path, headers: { accept: 'text/html', ...this.#sent() } }));
  }

  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#kept(await sendForm(this.#service.port, path, fields, { ...this.#sent(), ...headers }));
  }

  /** The value of the session cookie. */
  get session(): string {
    return this.cookies.get('firmoteca_session') ?? '';
  }

  #sent(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...this.#headers, ...(cookie !== '' && { cookie }) };
  }

  #kept(answer: Answered): Answered {
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}

export interface Post {
  recipient: string;
  account_id: string | null;
  kind: string;
  language: string;
  subject: string;
  text: string;
}

/** Emails to an address, oldest first. */
export const lettersTo = ({ store }: SmallService, email: string): Promise<Post[]> =>
  store.state.all<Post>('select * from letter where recipient = $1 order by queued_at, rowid', [email]);

/** The path of the link in the last email to an address. */
export async function linkTo(service: SmallService, email: string): Promise<string> {
  const text = (await lettersTo(service, email)).at(-1)?.text ?? '';
  const [, path] = /https?:\/\/[^/\s]+(\/\S*[?&]code=\S+)/.exec(text) ?? [];
  assert.ok(path, `no link in: ${text}`);
  return path;
}

export const codeIn = (path: string): string => new URLSearchParams(path.split('?')[1]).get('code') ?? '';

/** A new account whose browser is signed in. */
export async function signedUp(service: SmallService, email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(service);
  assert.equal((await visitor.send('/cont/nou', { email })).status, 303);
  const code = codeIn(await linkTo(service, email));
  const { status, headers } = await visitor.send('/cont/legatura', { code, password });
  assert.deepEqual([status, headers.location], [303, '/cont']);
  return visitor;
}

interface SessionRow extends Record<string, Value> {
  account_id: string;
}

const markers = new WeakMap<Store, { visitor: Visitor; row: SessionRow }>();

/**
 * Returns when the service has seen every change of access so far: caches of sessions and keys are dropped together, so the end of a new
 * session is noticed only after them.
 */
export async function accessSeen(service: SmallService): Promise<void> {
  const { state } = service.store;
  const raised = { sql: `update change_count set changes = changes + 1 where topic = 'access'` };
  let marker = markers.get(service.store);
  if (!marker) {
    const visitor = await signedUp(service, 'marker@example.ro');
    const account = await accountIdOf(service, 'marker@example.ro');
    const row = await state.one<SessionRow>('select * from browser_session where account_id = $1', [account]);
    assert.ok(row);
    marker = { visitor, row };
    markers.set(service.store, marker);
  }
  const { visitor, row } = marker;
  const isIn = async (): Promise<boolean> => (await visitor.open('/cont/siguranta')).status === 200;
  const columns = Object.keys(row);
  const values = columns.map((_, i) => `$${i + 1}`);
  await state.write([{ sql: 'delete from browser_session where account_id = $1', params: [row.account_id] }, raised]);
  await until('the end of a session is seen', async () => !(await isIn()));
  const insert = `insert into browser_session (${columns.join(', ')}) values (${values.join(', ')})`;
  await state.write([{ sql: insert, params: Object.values(row) }, raised]);
  await until('the start of a session is seen', isIn);
}

export const accountIdOf = async ({ store }: SmallService, email: string): Promise<string> =>
  (await store.state.one<{ id: string }>('select id from account where email = $1', [email]))?.id ?? '';

/** Kinds of the events of an account, oldest first. */
export const eventsOf = async (service: SmallService, account: string): Promise<string[]> =>
  (
    await service.store.state.all<{ kind: string }>(
      'select kind from account_event where account_id = $1 order by at, rowid',
      [account],
    )
  ).map(({ kind }) => kind);
