/** Bodies that never arrive, over real sockets: they time out, and other requests are not delayed. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { share } from '#api/network-limits.ts';
import { parseSubnet } from '#lib/values/ip.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import { readConfig } from '#server/config/config.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import { BODY_LIMITS, type BodyLimits } from '#transports/http/body.ts';

const PATH = '/api/company/batch';
const BODY = '{"cuis":["90000014"]}';
const PAYMENT = { 'x-payment': 'e30=' };
const KEY = { 'x-api-key': DEMO_KEY };
/** Longer than any test. */
const NEVER_MS = 600_000;
const roomy: BodyLimits = {
  pro: share({ total: 100, site: 100 }),
  others: share({ total: 100, site: 100 }),
  signIn: share({ total: 100, site: 100 }),
  webhook: share({ total: 100, site: 100 }),
  minimum: { graceMs: NEVER_MS, bytesPerSecond: 0 },
  timeoutMs: NEVER_MS,
  offerTimeoutMs: NEVER_MS,
};

let service: SmallService;
before(async () => {
  const { seller } = readConfig({});
  const trustedProxies = [parseSubnet('127.0.0.0/8') ?? { base: 0n, bits: 0 }];
  service = await smallService({ config: { trustedProxies, seller } });
});
after(() => service.close());

/** The same service behind a server with other limits. */
async function within(bodies: Partial<BodyLimits>, use: (server: Listening) => Promise<void>): Promise<void> {
  const server = await listening(service.router, null, { inFlightMax: 2, bodies: { ...roomy, ...bodies } });
  try {
    await use(server);
    assert.deepEqual(server.faults, []);
  } finally {
    for (const sender of senders.splice(0)) sender.socket.destroy();
    await server.close();
  }
}

interface Sender {
  socket: Socket;
  /** The answer so far. */
  text: string;
  closed: boolean;
}

const senders: Sender[] = [];

/** Sends a request whose body stops after its first byte. */
function begin(port: number, headers: Record<string, string>, path = PATH): Sender {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const sender: Sender = { socket, text: '', closed: false };
  senders.push(sender);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    sender.text += chunk;
  });
  socket.on('close', () => {
    sender.closed = true;
  });
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(BODY.length),
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const host = 'host' in headers ? '' : 'host: x\r\n';
  socket.write(`POST ${path} HTTP/1.1\r\n${host}${head}\r\n${BODY[0]}`);
  return sender;
}

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

const post = (port: number, headers: Record<string, string>): Promise<Answered> =>
  ask(port, { method: 'POST', path: PATH, headers: { 'content-type': 'application/json', ...headers }, body: BODY });

function assertLate({ text }: Sender, words = /did not arrive in time/): void {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 400 /);
  assert.match(head, /\r\nconnection: close/i);
  const { success, error } = JSON.parse(body);
  assert.deepEqual([success, error.code], [false, 'INVALID_BODY']);
  assert.match(error.message, words);
}

const refused = (all: Sender[]): Sender[] => all.filter(({ text }) => text.startsWith('HTTP/1.1 503 '));
const limited = { timeout: 60_000 };

test(
  'the body of a caller without a credential times out with an error in the envelope and a closed connection',
  limited,
  () =>
    within({ offerTimeoutMs: 50 }, async ({ port }) => {
      const stranger = begin(port, {});
      const keyed = begin(port, KEY);
      const payer = begin(port, PAYMENT);
      await until('the request without a credential times out', () => stranger.closed);
      assertLate(stranger);
      // Callers with a key or a payment have more time.
      for (const sender of [keyed, payer]) sender.socket.write(BODY.slice(1));
      await until(
        'the requests with a key and with a payment are answered',
        () => keyed.text !== '' && payer.text !== '',
      );
      assert.match(keyed.text, /^HTTP\/1\.1 200 /);
      assert.match(payer.text, /^HTTP\/1\.1 402 /);
      assert.match(payer.text, /"PAYMENT_INVALID"/);
    }),
);

test('the body of a caller with a key or a payment times out too', limited, () =>
  within({ timeoutMs: 50 }, async ({ port }) => {
    for (const headers of [KEY, PAYMENT] as Record<string, string>[]) {
      const sender = begin(port, headers);
      await until('the request times out', () => sender.closed);
      assertLate(sender);
    }
  }),
);

test('a body that trickles in times out like one that stops', limited, () =>
  within({ timeoutMs: 50 }, async ({ port }) => {
    const sender = begin(port, { ...KEY, 'content-length': '60000' });
    await until('the trickling request times out', () => {
      if (!sender.closed) sender.socket.write(' ');
      return sender.closed;
    });
    assertLate(sender);
  }),
);

test('a body below the minimum rate ends long before its time limit, and one above it does not', limited, () =>
  within({ minimum: { graceMs: 50, bytesPerSecond: 500 } }, async ({ port }) => {
    const slow = begin(port, { ...KEY, 'content-length': '60000' });
    const steady = begin(port, { ...KEY, 'content-length': '60000' });
    await until('the slow request ends', () => {
      if (!steady.socket.destroyed) steady.socket.write(' '.repeat(500));
      return slow.closed;
    });
    assertLate(slow, /arrives too slowly: send at least 500 bytes a second/);
    assert.equal(steady.closed, false);
  }),
);

test('slow forms of one site stop no sign-in and no event of the payment provider', limited, async () => {
  const billing = { site: 'http://127.0.0.1', settings: standInSettings('http://127.0.0.1:9', 'secret', null) };
  const trustedProxies = [parseSubnet('127.0.0.0/8') ?? { base: 0n, bits: 0 }];
  const sold = await smallService({ bare: true, billing, config: { trustedProxies } });
  const forms = { ...BODY_LIMITS, offerTimeoutMs: NEVER_MS, timeoutMs: NEVER_MS, minimum: roomy.minimum };
  const server = await listening(sold.router, null, { bodies: forms, trustedProxies });
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const origin = { host: `127.0.0.1:${server.port}`, origin: `http://127.0.0.1:${server.port}` };
  try {
    for (const path of ['/en/account/sign-in', '/en/account/new', '/billing/webhook']) {
      // More than one thread takes, and each network within its own limit.
      const crowd = Array.from({ length: 1_040 }, (_, n) =>
        begin(server.port, { ...form, ...origin, ...from(`2001:db8:7:${n % 52}::1`) }, path),
      );
      const isSettled = () => refused(crowd).length >= 980;
      await until('most of the crowd is refused', isSettled);
    }
    const enter = await ask(server.port, {
      method: 'POST',
      path: '/en/account/sign-in',
      headers: { ...form, ...origin, ...from('203.0.113.1') },
      body: 'email=owner%40example.ro&password=wrong-password',
    });
    assert.match(enter.text, /The address or the password is not right/);
    const event = { method: 'POST', path: '/billing/webhook', headers: from('203.0.113.2'), body: '{}' };
    assert.equal((await ask(server.port, event)).status, 400, 'read, and refused for its signature');
  } finally {
    for (const sender of senders.splice(0)) sender.socket.destroy();
    await server.close();
    await sold.close();
  }
});

test('a crowd of stalled bodies blocks no caller with a key, and no look-up', limited, () =>
  within({ others: share({ total: 10, network: 2, site: 10 }) }, async ({ port }) => {
    const crowd = Array.from({ length: 200 }, (_, n) => begin(port, from(`198.51.100.${n % 40}`)));
    await until('190 stalled requests are refused', () => refused(crowd).length === 190);
    for (const { text } of refused(crowd)) assert.match(text, /"OVERLOADED"/);
    assert.match(refused(crowd)[0]?.text ?? '', /\r\nretry-after: 1\r\n/i);
    assert.equal((await post(port, from('203.0.113.1'))).status, 503);
    const payers = Array.from({ length: 20 }, () => begin(port, { ...from('203.0.113.2'), ...PAYMENT }));
    await until('20 payers are refused', () => refused(payers).length === 20);
    // These exceed the number of requests in flight, yet others are answered:
    assert.equal((await post(port, KEY)).status, 200);
    assert.equal((await ask(port, { path: '/api/company/90000014', headers: KEY })).status, 200);
    assert.equal((await ask(port, { path: '/api/company/90000014', headers: {} })).status, 402);
    assert.equal(refused(crowd).length, 190);
  }),
);

test('one client network gets its share of the slots and no more', limited, () =>
  within({ others: share({ total: 100, network: 3, site: 100 }) }, async ({ port }) => {
    const clientNetwork = Array.from({ length: 10 }, (_, n) => begin(port, from(`2001:db8:0:7::${n + 1}`)));
    await until('7 requests of the client network are refused', () => refused(clientNetwork).length === 7);
    assert.equal((await post(port, from('2001:db8:0:7:ffff::1'))).status, 503);
    assert.equal((await post(port, from('2001:db8:0:8::1'))).status, 402);
    assert.equal((await post(port, { ...KEY, ...from('2001:db8:0:7::1') })).status, 200);
  }),
);

test('one account gets its share of the slots for keys and no more', limited, () =>
  within({ pro: share({ total: 100, network: 3, site: 100 }) }, async ({ port }) => {
    const own = Array.from({ length: 10 }, (_, n) => begin(port, { ...KEY, ...from(`198.51.100.${n}`) }));
    await until('7 requests of the account are refused', () => refused(own).length === 7);
    assert.equal((await ask(port, { path: '/api/company/90000014', headers: KEY })).status, 200);
    assert.equal((await post(port, {})).status, 402);
  }),
);

test('a slot is free again after its body arrived, its sender disconnected or its time ran out', limited, () =>
  within({ others: share({ total: 1, network: 1, site: 1 }), offerTimeoutMs: 50 }, async ({ port }) => {
    const status = async (): Promise<number> => (await post(port, PAYMENT)).status;
    for (let i = 0; i < 5; i++) assert.equal(await status(), 402);
    const finishing = begin(port, PAYMENT);
    await until('the slot is taken', async () => (await status()) === 503);
    finishing.socket.write(BODY.slice(1));
    await until('the request is answered', () => finishing.text !== '');
    assert.equal(await status(), 402);
    const leaving = begin(port, PAYMENT);
    await until('the slot is taken', async () => (await status()) === 503);
    leaving.socket.destroy();
    await until('the slot is free', async () => (await status()) === 402);
    const late = begin(port, {});
    await until('the request times out', () => late.closed);
    assertLate(late);
    assert.equal(await status(), 402);
  }),
);
