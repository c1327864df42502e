/** Sample questions of people with the tool calls that answer them: each answer of the demo contains the expected value. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { type Question, questions } from '#test/support/agent-questions.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';

interface Listed {
  name: string;
  inputSchema: { properties: object; required?: string[] };
}

let service: DemoService;
let agent: TestAgent;
let tools: Map<string, Listed>;

before(async () => {
  service = await demoService();
  await collectDemoDocuments(service);
  agent = await agentAt(service, { pro: true });
  const { result } = (await (await agent.post('tools/list')).json()) as { result: { tools: Listed[] } };
  tools = new Map(result.tools.map((tool) => [tool.name, tool]));
});
after(() => service.close());

test('at least 45 sample questions cover every tool, in both languages', () => {
  assert.ok(questions.filter(({ tool }) => tool !== null).length >= 45);
  const expected = new Set(questions.flatMap(({ tool, next }) => [tool, next?.tool]));
  assert.deepEqual(
    [...tools.keys()].filter((name) => !expected.has(name)),
    [],
  );
  assert.equal(new Set(questions.map(({ question }) => question)).size, questions.length);
  const romanian = questions.filter(({ question }) => /[ăâîșț]|\b(ce|cine|cheia|vreau|caut|am)\b/i.test(question));
  assert.ok(
    romanian.length > questions.length / 3 && romanian.length < (questions.length * 2) / 3,
    `${romanian.length}`,
  );
});

test('no sample question contains the name of a tool', () => {
  for (const { question } of questions)
    assert.ok(![...tools.keys()].some((name) => name.includes('_') && question.includes(name)));
});

for (const requested of questions)
  test(requested.question, async () => {
    const { tool, arguments: input, or = [], next, holds } = requested;
    if (tool === null) return assert.deepEqual([input, holds, next], [{}, undefined, undefined]);
    for (const name of [tool, ...or]) assert.ok(tools.has(name), `the tool ${name} is missing`);
    assertTakes(tool, input);
    const first = await answerOf(tool, input);
    if (requested.account && next) return assertTakes(next.tool, next.arguments);
    const last = next ? await answerOf(next.tool, filled(next.arguments, first)) : first;
    assert.ok(requested.account || holds, 'the question expects no value in its answer');
    for (const [path, value] of Object.entries(holds ?? {})) assertHolds(last, path, value);
  });

async function answerOf(tool: string, input: Question['arguments']) {
  const { isError, content, structuredContent } = await agent.call(tool, { ...input });
  assert.ok(!isError, `${tool}: ${content[0]?.text}`);
  return structuredContent;
}

/** The tool accepts these arguments and requires no other. */
function assertTakes(name: string, input: object): void {
  const { properties, required = [] } = tools.get(name)?.inputSchema ?? { properties: {} };
  for (const argument of Object.keys(input))
    assert.ok(Object.hasOwn(properties, argument), `${name} takes no ${argument}`);
  for (const argument of required) assert.ok(Object.hasOwn(input, argument), `${name} needs ${argument}`);
}

const filled = (input: Readonly<Record<string, string>>, answer: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      value.startsWith('=') ? valuesAt(answer, value.slice(1))[0] : value,
    ]),
  );

function assertHolds(answer: unknown, path: string, expected: unknown): void {
  const values = valuesAt(answer, path);
  const pattern = typeof expected === 'string' ? /^\/(.+)\/$/.exec(expected)?.[1] : undefined;
  const isMet = (value: unknown): boolean =>
    pattern === undefined ? value === expected : new RegExp(pattern).test(String(value));
  assert.ok(values.some(isMet), `${path} is ${JSON.stringify(values).slice(0, 300)}, not ${expected}`);
}

/** Every value at the path; `*` stands for each row. */
function valuesAt(answer: unknown, path: string): unknown[] {
  let values = [answer];
  for (const name of path.split('.'))
    values = values.flatMap((value) => {
      if (name === '*') return Array.isArray(value) ? value : [];
      const own = (value as Record<string, unknown> | null)?.[name];
      return own === undefined ? [] : [own];
    });
  return values;
}
