/** Every header that the service reads, at maximum length and built to be slow to parse: parsing takes linear time. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { readConfig } from '#server/config/config.ts';
import { exchange } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

/** Just below the limit of 32 KB for all headers of a request. */
const LENGTH = 32_000;
/**
 * Processor time for a whole request, which does not depend on other programs. Linear parsing of 32 KB takes well under a
 * millisecond; a backtracking expression takes half a second at least and mostly several. The bound separates the two
 * classes; it is no measure of speed.
 */
const CPU_MS_MAX = 300;
/** Garbage collection only adds to a measurement, so the least of a few counts. */
const MEASUREMENTS_MAX = 3;

const loopback = [parseSubnet('127.0.0.0/8') ?? { base: 0n, bits: 0 }];

let service: SmallService;
before(async () => {
  const { seller } = readConfig({});
  service = await smallService({ config: { trustedProxies: loopback, seller } });
  // Styles and documentation are built at their first request; build them before the measurements.
  for (const target of targets) await exchange(service.port, packet(target, {}));
});
after(() => service.close());

/** Repeats the piece between a start and an end up to the length. */
const filled = (start: string, piece: string, end: string): string =>
  start + piece.repeat(Math.floor((LENGTH - start.length - end.length) / piece.length)) + end;

/** Values with a late mismatch, which makes a backtracking expression retry every shorter prefix. */
const hostile: Record<string, string[]> = {
  'content-type': [
    filled('application/json', ' ', 'x'),
    filled('application/json;', ' ', 'x'),
    filled('application/json', '\t', 'x'),
    filled('application/', '+json', '/'),
    filled('application/json', ';charset="utf-8"', 'x'),
    filled('application/json;charset=', ' ', '"x'),
    filled('application/json;charset="', '\\"', 'x'),
    filled('application/json', ';', 'x'),
    filled('application/json;a', '=', 'x'),
  ],
  authorization: [
    filled('Bearer', ' ', 'x y'),
    filled('Bearer ', 'a', ' b'),
    filled('Bearer ', 'a ', 'b'),
    filled(`Bearer ${'a'.repeat(LENGTH / 2)}`, ' ', 'b'),
  ],
  'x-api-key': [filled('fmt_live_', 'a', '!'), filled('', 'fmt_live_', '')],
  accept: [
    filled('', ',', 'x'),
    filled('application/json', ' ', 'x'),
    filled('a;', ' ;', 'q=0'),
    filled('application/problem+json', ';q=', '0'),
  ],
  'accept-encoding': [filled('gzip', ' ', 'x'), filled('', 'gzip;q=0,', 'x')],
  'accept-language': [filled('', 'ro;q=0,', 'x'), filled('en', '-', 'x')],
  'cache-control': [filled('', 'no-cach', 'x'), filled('', 'no-cachex ', '')],
  cookie: [
    filled('', ' firmoteca_session', '='),
    filled('firmoteca_session=', 'f.', ''),
    filled('firmoteca_session=', ' ', 'x'),
    filled('', ';', 'x'),
  ],
  origin: [filled('http://', 'é', ''), filled('http://xn--', 'z9', ''), filled('http://', 'a@', '')],
  host: [filled('127', '.1', ''), filled('a', '.', ':'), filled('[', ':', ']')],
  'x-forwarded-for': [
    filled('[', ']', 'x'),
    filled('[', ']:1', 'x'),
    filled('', '1', ':x'),
    filled('1:', '1', 'x'),
    filled('', ',', 'x'),
    filled('', ':', '.1'),
  ],
  'if-none-match': [filled('', ',', 'x'), filled('W/', '"', 'x'), filled('"', ' ', 'x')],
  'payment-signature': [filled('', 'a', '!'), filled('a', '=', 'a')],
  'x-payment': [filled('', 'a', '!'), filled('', '/', '=')],
  'content-length': [filled('', '0', '2'), filled('', ' ', '2')],
  'access-control-request-headers': [filled('', ', ', 'x')],
};

type Target = [method: string, path: string];

/** An operation with a body, one that reads If-None-Match, pages that read the language, the metrics, a preflight. */
const targets: Target[] = [
  ['POST', '/api/company/batch'],
  ['GET', '/api/company/90000014'],
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/metrics'],
  ['OPTIONS', '/api/company/batch'],
];

/** Credentials: some headers are read only with a key, others only without. */
const callers: Record<string, string>[] = [{ cookie: 'firmoteca_session=f.1.x' }, { 'x-api-key': DEMO_KEY }];

function packet([method, path]: Target, headers: Record<string, string>): Buffer {
  const body = method === 'POST' ? '{}' : '';
  const given = {
    host: 'x',
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
}

async function assertCheap(target: Target, headers: Record<string, string>, where: string): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MEASUREMENTS_MAX && least >= CPU_MS_MAX; i++) {
    const before = process.cpuUsage();
    const answer = await exchange(service.port, packet(target, headers));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    assert.match(answer, /^HTTP\/1\.1 [2-4]\d\d /, where);
  }
  assert.ok(least < CPU_MS_MAX, `${where} cost ${least} ms of processor time.`);
}

for (const [name, values] of Object.entries(hostile))
  test(`the header ${name} is parsed in linear time, whatever its 32 KB contain`, async () => {
    for (const value of values)
      for (const target of targets)
        for (const caller of callers)
          await assertCheap(target, { ...caller, [name]: value }, `${target.join(' ')} with ${value.slice(0, 40)}…`);
    assert.deepEqual(service.faults, []);
  });
