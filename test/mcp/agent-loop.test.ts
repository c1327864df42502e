/** A scripted agent answers questions end to end over the official client, from the tool list and the answers of the tools alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { agentAt } from '#test/support/agent-kit.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
type Answer = any;

/** The next step of the agent, from the results so far: a call or the answer. */
type Step =
  | { call: string; input: (seen: Answer[]) => Record<string, unknown> }
  | { answer: (seen: Answer[]) => { text: string; citations: string[] } };

let service: DemoService;
let client: Client;

before(async () => {
  service = await demoService();
  const { token } = await agentAt(service);
  client = new Client({ name: 'scripted-agent', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
});
after(async () => {
  await client.close();
  await service.close();
});

/** Only listed tools are called; the client itself validates every answer against the schema of the tool. */
async function run(steps: readonly Step[]): Promise<{ text: string; citations: string[]; calls: number }> {
  const { tools } = await client.listTools();
  const seen: Answer[] = [];
  for (const step of steps) {
    if ('answer' in step) return { ...step.answer(seen), calls: seen.length };
    assert.ok(
      tools.some(({ name }) => name === step.call),
      `${step.call} is not listed`,
    );
    const result = await client.callTool({ name: step.call, arguments: step.input(seen) });
    assert.ok(!result.isError, JSON.stringify(result.content));
    seen.push(result.structuredContent);
  }
  throw new Error('The agent never answered.');
}

test('“Did Zimbrul Auriu grow last year, and who runs it?” is answered from search to citations', async () => {
  const { text, citations, calls } = await run([
    { call: 'search', input: () => ({ query: 'Zimbrul Auriu', kinds: ['company'] }) },
    {
      call: 'get_company',
      input: ([found]) => ({ cui: found.results[0].id.replace('company:', ''), include: ['directors'] }),
    },
    { call: 'get_company_financials', input: ([, profile]) => ({ cui: profile.company.cui }) },
    {
      answer: ([, profile, figures]) => {
        const [last, before] = figures.years;
        const growth = ((last.turnover / before.turnover - 1) * 100).toFixed(1);
        const [head] = profile.directors.people;
        return {
          text: `${profile.company.name}: ${growth} % in ${last.year}; ${head.name}, ${head.role}.`,
          citations: [profile.url, figures.url, ...figures.sources.map(({ name }: Answer) => name)],
        };
      },
    },
  ]);
  const cui = cuiOf('giant');
  const { name, administrators } = (await service.get(`/api/company/${cui}`)).body.data;
  const [last, previous] = (await service.get(`/api/company/${cui}/financials`)).body.data;
  const growth = ((last.summary.turnover / previous.summary.turnover - 1) * 100).toFixed(1);
  assert.equal(text, `${name}: ${growth} % in ${last.year}; ${administrators[0].name}, ${administrators[0].role}.`);
  assert.equal(calls, 3);
  const [page] = citations;
  assert.ok((await (await fetch(page ?? '')).text()).includes(name), 'the cited page names the company');
  assert.ok(citations.some((citation) => citation.includes('Ministry of Finance')));
});

test('`search` and `fetch` alone answer a research question', async () => {
  const { text, citations } = await run([
    { call: 'search', input: () => ({ query: 'zimbrul' }) },
    { call: 'fetch', input: ([found]) => ({ id: found.results[0].id }) },
    {
      answer: ([, record]) => ({
        text: /^financials\.2025\.turnover: (.*)$/m.exec(record.text)?.[1] ?? 'not given',
        citations: [record.url],
      }),
    },
  ]);
  const [last] = (await service.get(`/api/company/${cuiOf('giant')}/financials`)).body.data;
  assert.equal(text, String(last.summary.turnover));
  assert.deepEqual(citations, [`${service.origin}/en/company/${cuiOf('giant')}`]);
});

test('the error of a wrong call tells the agent which call to make', async () => {
  const wrong = await client.callTool({ name: 'get_company', arguments: { cui: 'Zimbrul Auriu' } });
  const [{ text = '' } = {}] = wrong.content as { text?: string }[];
  assert.equal(wrong.isError, true);
  assert.match(text, /^INVALID_ARGUMENT: .*cui.*Correct the arguments/);
  const unknown = await client.callTool({ name: 'get_company', arguments: { cui: '90000015' } });
  assert.match(JSON.stringify(unknown.content), /NOT_FOUND.*`search` first/);
});
