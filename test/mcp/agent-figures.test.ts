/** Records of agents' calls: the usage of the account, the metrics of the operator, and the access log. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { usageOf } from '#platform/usage/usage-table.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';
import { type AccessLogEntry, httpServer } from '#transports/http/server.ts';

const [{ cui } = { cui: '' }] = showcase;
const lines: AccessLogEntry[] = [];

let service: SmallService;
let agent: TestAgent;
let origin: string;
let close: () => Promise<void>;

before(async () => {
  service = await smallService({ bare: true, config: { metricsToken: 'figures' } });
  const server = httpServer(service.router, { access: (line) => lines.push(line), error: () => {} }, service.observe);
  const { port } = await server.listen(0, '127.0.0.1');
  origin = `http://127.0.0.1:${port}`;
  close = server.close;
  agent = await agentAt({ ...service, origin });
  for (let i = 0; i < 3; i++) await agent.call('get_company', { cui });
  await agent.call('get_company', { cui: '1' });
  await agent.post('tools/list');
  await agent.post('tools/call', { name: 'secret_name_of_somebody', arguments: {} });
});
after(async () => {
  await close();
  await service.close();
});

test('the usage of an account counts the calls of its agents apart from keys and browsers', async () => {
  const day = bucharestDay(Date.now());
  const requested = async () => {
    const rows = await usageOf(service.store.state, agent.account, { from: day, to: day }, 100);
    return rows.filter(({ key, operation }) => key === 'agents' && operation === 'getCompany');
  };
  await until('usage is written', async () => (await requested())[0]?.requests === 4);
  const [row] = await requested();
  assert.deepEqual([row?.requests, row?.refused], [4, 1]);
});

test('metrics count calls by tool and status class', async () => {
  const figures = await (await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer figures' } })).text();
  assert.match(figures, /firmoteca_requests_total\{operation="get_company",class="2xx"\} 3\n/);
  assert.match(figures, /firmoteca_requests_total\{operation="get_company",class="4xx"\} 1\n/);
  assert.ok(!figures.includes('secret_name'));
});

test('the access log names existing tools, and contains no arguments, tokens or unknown tool names', () => {
  const of = lines.filter(({ path }) => path === '/mcp').map(({ tool }) => tool);
  assert.deepEqual(of, ['get_company', 'get_company', 'get_company', 'get_company', undefined, undefined]);
  // Without the duration, whose decimals can hold any number.
  const text = JSON.stringify(lines.map(({ ms: _, ...line }) => line));
  for (const secret of [agent.token, cui, agent.account, 'secret_name']) assert.ok(!text.includes(secret));
});
