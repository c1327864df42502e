/** Every operation by callers of every kind; the expected results come from the declarations, so new operations are covered. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { errorCodes } from '#api/api-error.ts';
import type { Operation } from '#api/endpoint.ts';
import { parseSubnet } from '#lib/values/ip.ts';
import { readConfig } from '#server/config/config.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type GateCaller, gateCallers } from '#test/support/gate-callers.ts';
import { type Answered, type Ask, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const loopback = [parseSubnet('127.0.0.0/8') ?? { base: 0n, bits: 0 }];

interface Body {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string };
  meta: { preview?: boolean };
}

/** The first example of an operation as a request. */
function example({ declaration }: Operation): Ask {
  const { method = 'GET', path, examples: [first] = [] } = declaration;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(first?.params?.[name] ?? ''));
  const query = String(new URLSearchParams(first?.query));
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: first?.body === undefined ? {} : { 'content-type': 'application/json' },
    ...(first?.body !== undefined && { body: JSON.stringify(first.body) }),
  };
}

const locations = [
  { name: 'where requests are sold', sells: true },
  { name: 'where nothing is sold', sells: false },
];

onBothEngines((engine) => {
  for (const { name, sells } of locations)
    describe(name, () => {
      let service: SmallService;
      let callers: GateCaller[];
      /** The answers to a Pro key, by operation. */
      const full = new Map<string, Answered>();
      before(async () => {
        const { seller } = readConfig({});
        const config = { trustedProxies: loopback, ...(sells && { seller }) };
        const { databaseUrl } = await engine.place();
        service = await smallService({ databaseUrl, config });
        callers = await gateCallers(service, sells);
        const blocked = callers.find(({ who }) => who === 'blocked address')?.headers ?? {};
        const [any] = service.operations;
        await until(
          'the block is in force',
          async () => any !== undefined && (await send(any, blocked)).status === 403,
        );
        const pro = callers.find(({ who }) => who === 'Pro key');
        for (const operation of service.operations) full.set(operation.id, await send(operation, pro?.headers ?? {}));
      });
      after(() => service.close());

      const send = (operation: Operation, headers: Record<string, string>): Promise<Answered> => {
        const request = example(operation);
        return ask(service.port, { ...request, headers: { ...request.headers, ...headers } });
      };

      test('a Pro key is refused by no operation', () => {
        for (const [id, { status, text }] of full) assert.ok(![401, 402, 403, 429].includes(status), `${id}: ${text}`);
      });

      test('every operation gives every caller the result that its declaration implies', async () => {
        for (const { who, headers, gets } of callers)
          for (const operation of service.operations) {
            const expected = gets(operation.declaration);
            const answered = await send(operation, headers);
            const where = `${operation.id}, ${who}: expected ${expected}, got ${answered.status} ${answered.text.slice(0, 200)}`;
            // A file has no envelope; errors do.
            const isFile = operation.declaration.file !== undefined && answered.status === 200;
            const body = isFile ? { success: true, meta: {} } : (JSON.parse(answered.text) as Body);
            if (expected === 'pro' || expected === 'visitor') {
              assert.equal(answered.status, full.get(operation.id)?.status, where);
              const isPreview = expected === 'visitor' && operation.declaration.access === 'pro';
              if (answered.status === 200) assert.equal(body.meta.preview ?? false, isPreview, where);
            } else {
              assert.equal(body.error?.code, expected, where);
              assert.equal(answered.status, errorCodes[expected][0], where);
              assert.equal(body.data, undefined, where);
              if (answered.status === 401) assert.match(answered.headers['www-authenticate'] ?? '', /^Bearer/, where);
            }
          }
        assert.deepEqual(service.faults, []);
      });

      test('keys of the former free tier get the day on which it ended', async () => {
        const headers = callers.find(({ who }) => who.includes('free tier'))?.headers ?? {};
        for (const operation of service.operations)
          assert.match((await send(operation, headers)).text, /21 August 2026/, operation.id);
      });

      test('answers to visitors and to subscribers have different ETags', async () => {
        const visitor = callers.find(({ who }) => who === 'free browser')?.headers ?? {};
        for (const operation of service.operations) {
          const [ours, theirs] = [full.get(operation.id)?.headers.etag, (await send(operation, visitor)).headers.etag];
          if (ours !== undefined) assert.notEqual(ours, theirs, operation.id);
        }
      });
    });
});
