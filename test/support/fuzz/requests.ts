/** Generated requests over all operations, pages, tools and the wire, each a function of seed and number. */
import { pick, type Random, random, seedNumber, weighted } from '#demo-country/random.ts';
import {
  changedText,
  changedValue,
  HOSTILE,
  type Known,
  nearly,
  type Schema,
  textFor,
  validText,
  valueFor,
} from './values.ts';

export interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  schema: Schema;
  /** Real values. */
  known: string[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** A valid body; null for an operation without. */
  body: unknown;
}

/** Requests are made from these. */
export interface Material {
  operations: Operation[];
  /** Paths of pages with real values, in both languages. */
  pages: string[];
  /** Forms of those pages: their address, and their fields with a value. */
  forms: { action: string; fields: Record<string, string> }[];
  tools: { name: string; inputSchema: Schema }[];
  /** Real values by the names of parameters. */
  known: Known;
  /** Headers of callers of every kind, for operations and pages, and for agents. */
  callers: { who: string; headers: Record<string, string> }[];
  agents: { who: string; path: string; headers: Record<string, string> }[];
}

export interface FuzzRequest {
  number: number;
  kind: string;
  who: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Bytes for a socket, in packets; instead of the rest. */
  packets: Buffer[] | null;
  /** The operation, where method and path are still its own. */
  operation: Operation | null;
}

type Make = (roll: Random, material: Material) => Omit<FuzzRequest, 'number' | 'kind'>;

const kindOf = weighted<[kind: string, make: Make]>(
  [
    ['operation', operationRequest],
    ['page', pageRequest],
    ['form', formRequest],
    ['tool', toolRequest],
    ['message', messageRequest],
    ['authorization', authorizationRequest],
    ['wire', wireRequest],
  ],
  ([kind]) => ({ operation: 45, page: 15, form: 8, tool: 14, message: 4, authorization: 4, wire: 10 })[kind] ?? 1,
);

export function requestAt(material: Material, seed: string, number: number): FuzzRequest {
  const roll = random(seedNumber(seed), number, 'request');
  const [kind, make] = kindOf(roll());
  return { number, kind, ...make(roll, material) };
}

/** What the wire takes: a header is a text of one line, a path has no blank. */
const ACCEPT = [
  'application/json',
  'application/problem+json',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/html',
  '*/*',
  'text/*;q=0.5, application/json;q=0.1',
  'application/json;q=0',
  ',,;;q=x',
  'application/json;charset=utf-16',
  'a/b'.repeat(500),
];
const FREE_HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['accept', ACCEPT],
  ['accept-language', ['ro', 'en', 'ro-RO,ro;q=0.9,en;q=0.8', '*', 'x'.repeat(3_000), ';;', 'tlh']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0', 'zstd, gzip;q=0', '*;q=0', 'x']],
  ['if-none-match', ['*', '"x"', 'W/"x", "y"', `"${'x'.repeat(4_000)}"`, '"']],
  ['if-modified-since', ['Sun, 15 Nov 2026 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '0']],
  ['if-match', ['*', '"x"']],
  ['if-range', ['"x"', 'Sun, 15 Nov 2026 00:00:00 GMT']],
  ['range', ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-99999999999999999999', 'bytes=0-0,1-1,2-2', 'lines=1-2']],
  ['origin', ['https://evil.example', 'null', 'http://127.0.0.1', '']],
  ['referer', ['https://evil.example/', 'x']],
  ['cookie', ['firmoteca_session=f.1.2', 'a=b; a=c; ;=;', `x=${'y'.repeat(6_000)}`, 'lang=xx; theme=dark']],
  ['sec-fetch-site', ['same-origin', 'cross-site', 'none', 'x']],
  ['sec-fetch-mode', ['navigate', 'cors']],
  [
    'x-forwarded-for',
    ['203.0.113.7', '::1', '256.1.1.1, 1.2.3.4', 'unknown', '1.2.3.4,'.repeat(200), '[::ffff:1.2.3.4]:99'],
  ],
  ['x-forwarded-proto', ['https', 'gopher', 'https,http']],
  ['x-forwarded-host', ['evil.example']],
  ['forwarded', ['for=1.2.3.4;proto=https', 'for="[::1]"', ';;;']],
  ['x-request-id', ['x', 'x'.repeat(500)]],
  [
    'payment-signature',
    ['e30=', 'x', Buffer.from('{"x402Version":2,"payload":{"signature":"0x"}}').toString('base64')],
  ],
  ['x-payment', ['e30=', Buffer.from('[]').toString('base64')]],
  ['authorization', ['Bearer', 'Bearer x', 'Basic eDp5', 'bearer  y  z', `Bearer ${'x'.repeat(4_000)}`]],
  ['x-api-key', ['', 'x', 'fmt_live_x', `fmt_live_${'0'.repeat(36)}`]],
  ['expect', ['100-continue', 'x']],
  ['prefer', ['return=minimal', 'wait=10']],
  ['te', ['trailers']],
  ['content-language', ['ro']],
  ['cache-control', ['no-cache', 'max-age=0', 'only-if-cached']],
  ['user-agent', ['', 'Googlebot/2.1', 'x'.repeat(2_000)]],
  ['mcp-protocol-version', ['2025-11-25', '2026-07-28', '1']],
  ['mcp-session-id', ['x', 'y'.repeat(300)]],
  ['last-event-id', ['1']],
];

const CREDENTIALS = new Set(['authorization', 'x-api-key', 'payment-signature', 'x-payment', 'cookie', 'origin']);

function withFreeHeaders(headers: Record<string, string>, roll: Random): Record<string, string> {
  const all = { ...headers };
  for (let count = Math.floor(roll() * 4) - 1; count > 0; count--) {
    const [name, values] = pick(FREE_HEADERS, roll());
    // A caller stays what it is, mostly.
    if ((name in headers || CREDENTIALS.has(name)) && roll() < 0.8) continue;
    const value = pick(values, roll());
    all[name] = roll() < 0.1 ? nearly(value, roll) : value;
  }
  return all;
}

/** Nothing to encode wrongly. */
const isPlain = (text: string): boolean => /^[\w .,:-]*$/.test(text);

/** Percent-encoded in one of several ways, right and wrong. */
function encoded(text: string, roll: Random): string {
  const draw = isPlain(text) ? 0 : roll();
  try {
    if (draw < 0.9) return encodeURIComponent(text);
    if (draw < 0.93) return encodeURI(text).replaceAll('#', '%23').replaceAll('?', '%3F');
  } catch {
    // A lone surrogate, as bytes that are no UTF-8.
    return '%ED%A0%80';
  }
  if (draw < 0.97)
    return [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return text
    .replace(/[^\x21-\x7e]/g, '%C0%AF')
    .replaceAll('#', '')
    .replaceAll('?', '');
}

/** How wild the values of one request are: all valid, one of them changed, or any. */
function valuesOf(parameters: readonly Parameter[], roll: Random): (name: string) => string {
  const draw = roll();
  const changed =
    draw < 0.5 ? null : draw < 0.8 ? (parameters[Math.floor(roll() * parameters.length)]?.name ?? null) : ANY;
  return (name) => {
    const { schema, known } = parameters.find((one) => one.name === name) ?? { schema: {}, known: [] };
    return changed === ANY
      ? textFor(schema, known, roll)
      : changed === name
        ? changedText(schema, known, roll)
        : validText(schema, known, roll);
  };
}

const ANY = Symbol('any');

function operationRequest(roll: Random, { operations, callers }: Material): ReturnType<Make> {
  const operation = pick(operations, roll());
  const parameterValue = valuesOf(operation.parameters, roll);
  let isOwn = true;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encoded(parameterValue(name), roll);
    if (segment === '' || segment.includes('/') || segment.startsWith('.')) isOwn = false;
    return segment;
  });
  const query = queryOf(operation, parameterValue, roll);
  const isChanged = roll() < 0.05;
  const method = isChanged
    ? pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'], roll())
    : operation.method;
  const { who, headers } = pick(callers, roll());
  const sent = bodyOf(operation, method, roll);
  return {
    who,
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: withFreeHeaders({ ...headers, ...sent.headers }, roll),
    body: sent.body,
    packets: null,
    operation: isOwn && method === operation.method ? operation : null,
  };
}

function queryOf({ parameters }: Operation, parameterValue: (name: string) => string, roll: Random): string {
  const pairs = parameters
    .filter(({ in: where, isRequired }) => where === 'query' && (isRequired || roll() < 0.25))
    .flatMap(({ name }) => {
      const count = roll() < 0.02 ? 2 : 1;
      return Array.from({ length: count }, () => `${encodeURIComponent(name)}=${encoded(parameterValue(name), roll)}`);
    });
  if (roll() < 0.03) pairs.push(`${encoded(pick(HOSTILE, roll()), roll)}=${encoded(pick(HOSTILE, roll()), roll)}`);
  if (roll() < 0.03) pairs.push(`lang=${pick(['ro', 'en', 'xx', ''], roll())}`);
  return pairs.join('&');
}

const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/plain',
  'multipart/form-data',
  'x',
];

function bodyOf(
  { body }: Operation,
  method: string,
  roll: Random,
): { body: string | Buffer | null; headers: Record<string, string> } {
  const hasBody = body !== null && method !== 'GET';
  if (!hasBody && roll() > 0.03) return { body: null, headers: {} };
  const valid = body ?? {};
  const text = JSON.stringify(roll() < 0.5 ? valid : changedValue(valid, roll)) ?? 'undefined';
  const type = roll() < 0.9 ? 'application/json' : pick(JSON_TYPES, roll());
  return {
    body: sentBody(text, roll),
    headers: { 'content-type': type, ...(roll() < 0.03 && { 'content-encoding': pick(['gzip', 'br', 'x'], roll()) }) },
  };
}

function sentBody(text: string, roll: Random): string | Buffer {
  const draw = roll();
  if (draw < 0.85) return text;
  return pick<() => string | Buffer>(
    [
      () => text.slice(0, Math.floor(roll() * text.length)),
      () => nearly(text, roll),
      () => text + text,
      () => Buffer.from(`\ufeff${text}`),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe]), Buffer.from(text.slice(-1))]),
      () => '['.repeat(20_000),
      () => text.replace('{', `{"__proto__":{"x":1},"a":${'9'.repeat(400)},`),
      () => '',
      () => Buffer.alloc(70_000, 'x'),
    ],
    roll(),
  )();
}

function pageRequest(roll: Random, { pages, callers }: Material): ReturnType<Make> {
  const page = pick(pages, roll());
  const draw = roll();
  const [bare = '', query = ''] = page.split('?');
  const changed = (): string => {
    const segments = bare.split('/');
    const at = 1 + Math.floor(roll() * (segments.length - 1));
    return segments
      .map((segment, i) =>
        i === at ? encoded(draw < 0.7 ? nearly(segment, roll) : pick(HOSTILE, roll()), roll) : segment,
      )
      .join('/');
  };
  const path = draw < 0.5 ? bare : changed();
  const own = query === '' || roll() < 0.5 ? [] : [query];
  for (let count = Math.floor(roll() * 3); count > 0; count--)
    own.push(`${pick(QUERY_NAMES, roll())}=${encoded(pick(HOSTILE, roll()), roll)}`);
  const { who, headers } = pick(callers, roll());
  const method = roll() < 0.9 ? 'GET' : pick(['HEAD', 'POST', 'OPTIONS', 'DELETE'], roll());
  return {
    who,
    method,
    path: (path.startsWith('/') ? path : `/${path}`) + (own.length === 0 ? '' : `?${own.join('&')}`),
    headers: withFreeHeaders({ accept: 'text/html', ...headers }, roll),
    body: null,
    packets: null,
    operation: null,
  };
}

/** Of pages of lists and searches. */
const QUERY_NAMES = [
  'q',
  'page',
  'cursor',
  'sort',
  'caen',
  'county',
  'judet',
  'year',
  'an',
  'status',
  'from',
  'to',
  'amount',
  'next',
  'lang',
  'record',
  'metric',
  'cpv',
  'sent',
  'done',
  'x',
];

function formRequest(roll: Random, { forms, callers }: Material): ReturnType<Make> {
  const { action, fields } = pick(forms, roll());
  const sent = Object.entries(fields).map(([name, value]): [string, string] => {
    const draw = roll();
    return [name, draw < 0.5 ? value : draw < 0.7 ? nearly(value, roll) : pick(HOSTILE, roll())];
  });
  if (roll() < 0.2) sent.push([pick(HOSTILE, roll()), pick(HOSTILE, roll())]);
  if (roll() < 0.2) sent.splice(Math.floor(roll() * sent.length), 1);
  const isMultipart = roll() < 0.1;
  const boundary = 'fuzz';
  const parts = sent.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"${roll() < 0.3 ? '; filename="a.csv"' : ''}\r\n\r\n${value}\r\n`,
  );
  const multipart = `${parts.join('')}--${boundary}--\r\n`;
  const body = isMultipart
    ? multipart
    : sent.map(([name, value]) => `${encoded(name, roll)}=${encoded(value, roll)}`).join('&');
  const { who, headers } = pick(callers, roll());
  return {
    who,
    method: 'POST',
    path: action,
    headers: {
      accept: 'text/html',
      ...headers,
      'content-type': isMultipart ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded',
      ...(roll() < 0.9 && { 'sec-fetch-site': 'same-origin' }),
    },
    body: roll() < 0.9 ? body : sentBody(body, roll),
    packets: null,
    operation: null,
  };
}

function toolRequest(roll: Random, { tools, agents, known }: Material): ReturnType<Make> {
  const tool = pick(tools, roll());
  const valid = valueFor(tool.inputSchema, roll, 0, known);
  const input = roll() < 0.65 ? valid : changedValue(valid, roll);
  const name = roll() < 0.97 ? tool.name : pick(HOSTILE, roll());
  return message('tools/call', { name, arguments: input }, roll, agents);
}

const METHODS = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'initialize',
  'ping',
  'completion/complete',
  'server/discover',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'subscriptions/listen',
  'tasks/get',
  'no/such',
  '__proto__',
  '',
];
const PARAMETERS: readonly unknown[] = [
  {},
  { uri: 'firmoteca://company/90000014' },
  { uri: 'file:///etc/passwd' },
  { name: 'due_diligence', arguments: { cui: '90000014' } },
  { cursor: 'x' },
  { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  { ref: { type: 'ref/prompt', name: 'due_diligence' }, argument: { name: 'cui', value: '9' } },
  { _meta: { progressToken: 1 } },
];

function messageRequest(roll: Random, { agents }: Material): ReturnType<Make> {
  const parameters = pick(PARAMETERS, roll());
  return message(pick(METHODS, roll()), roll() < 0.6 ? parameters : changedValue(parameters, roll), roll, agents);
}

function message(method: string, params: unknown, roll: Random, agents: Material['agents']): ReturnType<Make> {
  const isNew = roll() < 0.7;
  const envelope = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: isNew && isObject(params) ? { _meta: CLIENT, ...params } : params,
  };
  const text = JSON.stringify(roll() < 0.9 ? envelope : changedValue(envelope, roll)) ?? '';
  const { who, path, headers } = pick(agents, roll());
  const name = (params as { name?: unknown } | null)?.name;
  const declared = isNew
    ? {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
      }
    : { 'mcp-protocol-version': '2025-11-25' };
  return {
    who,
    method: roll() < 0.97 ? 'POST' : pick(['GET', 'DELETE', 'PUT'], roll()),
    path,
    headers: withFreeHeaders(
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...declared, ...headers },
      roll,
    ),
    body: roll() < 0.95 ? text : sentBody(roll() < 0.5 ? `[${text},${text}]` : text, roll),
    packets: null,
    operation: null,
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a client of the 2026 revision says of itself with every request. */
export const CLIENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'urn:x'];

function authorizationRequest(roll: Random, { callers }: Material): ReturnType<Make> {
  const value = (valid: string): string =>
    roll() < 0.6 ? valid : roll() < 0.5 ? nearly(valid, roll) : pick(HOSTILE, roll());
  const form = (fields: Record<string, string>): string =>
    Object.entries(fields)
      .map(([name, own]) => `${name}=${encoded(value(own), roll)}`)
      .join('&');
  const { who, headers } = pick(callers, roll());
  const post = (path: string, type: string, body: string): ReturnType<Make> => ({
    who,
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': type },
    body: roll() < 0.9 ? body : sentBody(body, roll),
    packets: null,
    operation: null,
  });
  const app = {
    client_name: 'x',
    redirect_uris: ['https://app.example/cb'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'none',
    scope: 'data:read',
  };
  return pick<() => ReturnType<Make>>(
    [
      () =>
        post('/oauth/register', 'application/json', JSON.stringify(roll() < 0.4 ? app : changedValue(app, roll)) ?? ''),
      () =>
        post(
          '/oauth/token',
          'application/x-www-form-urlencoded',
          form({
            grant_type: pick(GRANTS, roll()),
            code: 'x',
            client_id: 'x',
            code_verifier: 'y'.repeat(43),
            redirect_uri: 'https://app.example/cb',
            refresh_token: 'z',
          }),
        ),
      () =>
        post(
          '/oauth/revoke',
          'application/x-www-form-urlencoded',
          form({ token: 'x', client_id: 'x', token_type_hint: 'access_token' }),
        ),
      () => ({
        who,
        method: 'GET',
        headers: { ...headers, accept: 'text/html' },
        body: null,
        packets: null,
        operation: null,
        path: `/oauth/authorize?${form({ response_type: 'code', client_id: 'x', redirect_uri: 'https://app.example/cb', state: 's', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', resource: 'http://127.0.0.1/mcp', scope: 'data:read' })}`,
      }),
      () => ({
        who,
        method: 'GET',
        headers,
        body: null,
        packets: null,
        operation: null,
        path: `/oauth/${encoded(pick(HOSTILE, roll()), roll)}`,
      }),
      () => ({
        who,
        method: 'GET',
        headers,
        body: null,
        packets: null,
        operation: null,
        path: pick(
          [
            '/.well-known/oauth-authorization-server',
            '/.well-known/oauth-protected-resource',
            '/.well-known/openid-configuration',
            '/.well-known/x',
            '/oauth/jwks',
          ],
          roll(),
        ),
      }),
    ],
    roll(),
  )();
}

/** Bytes that no HTTP client would send. */
function wireRequest(roll: Random, material: Material): ReturnType<Make> {
  const own = operationRequest(roll, material);
  const head = (method: string, path: string, version = 'HTTP/1.1', more: string[] = []): string =>
    [
      `${method} ${path} ${version}`,
      'Host: 127.0.0.1',
      ...Object.entries(own.headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n\0]/g, ' ')}`),
      ...more,
      '',
      '',
    ].join('\r\n');
  const path = own.path.replaceAll(/[\s\0]/g, '%20');
  const good = head('GET', path);
  const chunked = (body: string): string =>
    head('POST', '/api/company/batch', 'HTTP/1.1', ['Content-Type: application/json', 'Transfer-Encoding: chunked']) +
    body;
  const text = pick<() => string>(
    [
      () => good.repeat(1 + Math.floor(roll() * 8)),
      () => good + good.slice(0, Math.floor(roll() * good.length)),
      () => nearly(good, roll),
      () => head(pick(['get', 'G@T', 'CONNECT', 'PRI', 'X'.repeat(200), ''], roll()), path),
      () =>
        head(
          'GET',
          pick(
            [`http://evil.example${path}`, '*', path.slice(1), `//${path}`, `${path}#x`, `/${'a/'.repeat(3_000)}`],
            roll(),
          ),
        ),
      () => head('GET', path, pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.9', 'http/1.1', ''], roll())),
      () =>
        head('GET', path, 'HTTP/1.1', [
          pick(
            [
              'Host: evil.example',
              'X\u0001: y',
              'X: a\u0000b',
              ' folded: x',
              'X : y',
              ':',
              'Connection: close, keep-alive',
              `X: ${'y'.repeat(20_000)}`,
            ],
            roll(),
          ),
        ]),
      () =>
        head(
          'GET',
          path,
          'HTTP/1.1',
          Array.from({ length: 300 }, (_, i) => `X-${i}: y`),
        ),
      () =>
        `${head('POST', path, 'HTTP/1.1', [
          pick(
            [
              'Content-Length: -1',
              'Content-Length: 5, 6',
              'Content-Length: 99999999999999999999',
              'Content-Length: 5\r\nTransfer-Encoding: chunked',
              'Transfer-Encoding: gzip, chunked',
              'Transfer-Encoding: x',
              'Content-Length: 3\r\nContent-Length: 4',
            ],
            roll(),
          ),
        ])}{}`,
      () =>
        chunked(
          pick(
            [
              'zz\r\n{}\r\n0\r\n\r\n',
              '2\r\n{}\r\n0\r\nX: y\r\n\r\n',
              `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
              'ffffffffffffffff\r\n{}',
              '2\r\n{}',
              '0\r\n\r\n',
            ],
            roll(),
          ),
        ),
      () =>
        head('GET', path, 'HTTP/1.1', ['Connection: Upgrade', pick(['Upgrade: websocket', 'Upgrade: h2c'], roll())]),
      () => good.replaceAll('\r\n', '\n'),
      () => Buffer.from(Array.from({ length: 200 }, () => Math.floor(roll() * 256))).toString('latin1'),
    ],
    roll(),
  )();
  return { ...own, packets: packetsOf(Buffer.from(text, 'latin1'), roll), operation: null };
}

function packetsOf(bytes: Buffer, roll: Random): Buffer[] {
  const cuts = Array.from({ length: Math.floor(roll() * 4) }, () => Math.floor(roll() * bytes.length)).toSorted(
    (a, b) => a - b,
  );
  return [...cuts, bytes.length].map((cut, i) => bytes.subarray(cuts[i - 1] ?? 0, cut));
}
