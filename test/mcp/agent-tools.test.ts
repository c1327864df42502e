/** A data tool, called over a socket. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const [{ cui } = { cui: '' }] = showcase;

let service: SmallService;
let agent: TestAgent;

before(async () => {
  service = await smallService();
  agent = await agentAt(service);
});
after(() => service.close());

test('a company is returned with its page and sources', async () => {
  const { structuredContent: result } = await agent.call('get_company', { cui: Number(cui) });
  assert.equal(result.company.cui, cui);
  assert.equal(result.url, `${service.origin}/en/company/${cui}`);
  assert.ok(result.sources.length > 0);
});
