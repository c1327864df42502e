/** Invalid input of agents: each refusal explains itself, and the service keeps answering other callers. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { recordChange } from '#data/store/changes/counter.ts';
import { showcase } from '#demo-country/showcase.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { agentAt, type TestAgent, type ToolOutcome } from '#test/support/agent-kit.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const [{ cui } = { cui: '' }] = showcase;

let service: SmallService;
let agent: TestAgent;

before(async () => {
  service = await smallService();
  agent = await agentAt(service);
});
after(async () => {
  // No input of these tests may raise an internal error.
  assert.deepEqual(service.faults, []);
  await service.close();
});

interface Answer {
  result?: ToolOutcome & { tools?: { name: string }[]; messages?: unknown[]; contents?: { text: string }[] };
  error?: { code: number; message: string };
}

const HOSTS_OF_2025 = { 'mcp-protocol-version': '2025-11-25' };

/** Sends a raw body as a host of the 2025 revision, so that no client library corrects it. */
async function sent(body: string | Uint8Array, headers: Record<string, string> = HOSTS_OF_2025) {
  const {
    status,
    text,
    headers: reported,
  } = await ask(service.port, {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${agent.token}`,
      ...headers,
    },
    body,
  });
  // Hosts of the 2025 revision get one server-sent event.
  const [, event] = /^data: (.+)$/m.exec(text) ?? [];
  const type = reported['content-type'] ?? '';
  return { status, answer: (type.includes('json') ? JSON.parse(text) : JSON.parse(event ?? '{}')) as Answer };
}

const calling = (input: string, name = 'get_company'): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;

const textOf = ({ answer: { result, error } }: { answer: Answer }): string =>
  error?.message ?? result?.content.map(({ text }) => text).join(' ') ?? '';

const isAlive = async (): Promise<void> => {
  const other = await agentAt(service);
  const { structuredContent: reported } = await other.call('get_company', { cui });
  assert.equal(reported.company.cui, cui);
};

test('arguments with wrong types, names, lengths or values are refused with a short explanation', async () => {
  const wrong = [
    '{}',
    '[]',
    '"text"',
    '7',
    'null',
    '{"cui":true}',
    '{"cui":["1"]}',
    '{"cui":{"$ne":""}}',
    '{"cui":1e300}',
    '{"cui":-1}',
    `{"cui":"${'9'.repeat(60_000)}"}`,
    `{"cui":"${cui}","kui":1}`,
    `{"cui":"${cui}","constructor":{"prototype":{"pro":true}}}`,
    `{"cui":"${cui}","include":["everything"]}`,
    `{"cui":"${cui}","cursor":"${'x'.repeat(601)}"}`,
    `{"cui":"${cui}' or 1=1 --"}`,
    '{"cui":"\\u0000"}',
  ];
  for (const input of wrong) {
    const answered = await sent(calling(input));
    assert.equal(answered.status, 200, input.slice(0, 80));
    assert.ok(answered.answer.error ?? answered.answer.result?.isError, input.slice(0, 80));
    assert.ok(textOf(answered).length < 2_000, 'the refusal does not repeat the input');
  }
  // The protocol library drops `__proto__`: it requests no data and pollutes no prototype.
  const { answer } = await sent(calling(`{"cui":"${cui}","__proto__":{"include":["vat"]}}`));
  assert.equal(answer.result?.structuredContent.included?.vat, undefined);
  assert.equal(({} as { include?: unknown }).include, undefined);
  await isAlive();
});

test('malformed protocol messages are refused', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const messages = [
    '"hello"',
    '7',
    'null',
    'true',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
    calling('{}', 'no_such_tool'),
    calling('{}', '__proto__'),
    calling('{}', 'constructor'),
    calling(deep),
    calling(`{"cui":${deep}}`),
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${deep}}}`,
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"firmoteca://company/../../etc"}}',
    '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"due_diligence","arguments":{"cui":{}}}}',
    '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"no_such"}}',
  ];
  for (const message of messages) {
    const answered = await sent(message);
    const { error, result } = answered.answer;
    assert.ok(answered.status < 500, `${answered.status} for ${message.slice(0, 80)}`);
    assert.ok(error ?? result?.isError, message.slice(0, 80));
  }
  await isAlive();
});

test('the last of duplicate ids, methods or arguments in a message counts, here and in the protocol library', async () => {
  const twice = `{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list","method":"tools/call","params":{"name":"no_such","name":"get_company","arguments":{"cui":"1","cui":"${cui}"}}}`;
  const { answer } = await sent(twice);
  assert.equal((answer as { id?: number }).id, 2);
  assert.equal(answer.result?.structuredContent.company.cui, cui);
});

test('headers of the 2026 revision that contradict the body are refused', async () => {
  const other: Record<string, string>[] = [
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'search' },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': '1999-01-01' },
  ];
  for (const headers of other) {
    const response = await agent.post('tools/call', { name: 'get_company', arguments: { cui } }, headers);
    assert.equal(response.status, 400, JSON.stringify(headers));
    const { error } = (await response.json()) as Answer;
    assert.ok(error && error.code <= -32_000);
  }
  assert.equal((await agent.post('no/such')).status, 404);
});

test('invalid cursors are refused', async () => {
  const cursors = ['x', 'AAAA.BBBB', Buffer.from('100').toString('base64url')];
  for (const cursor of cursors) {
    const { isError, content } = await agent.call('list_contracts', { cui, cursor });
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? '', /^INVALID_ARGUMENT: /);
  }
});

test('a subscription to notifications is acknowledged and ends at once', async () => {
  const response = await agent.post('subscriptions/listen', { notifications: { toolsListChanged: true } });
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.match(text, /notifications\/subscriptions\/acknowledged/);
  assert.match(text, /"resultType":"complete"/);
});

test('a request whose body never arrives ends with 400 and blocks no other caller', async () => {
  const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
  const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${service.port}`, `Authorization: Bearer ${agent.token}`];
  socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 100'].join('\r\n')}\r\n\r\n{`);
  await isAlive();
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.match(text, /"jsonrpc":"2\.0"/);
});

test('a request without a token is refused before its body is sent', async () => {
  const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
  const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${service.port}`, 'Expect: 100-continue', 'Content-Length: 100'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [first] = await new Promise<string[]>((resolve) => socket.once('data', (piece: string) => resolve([piece])));
  socket.destroy();
  assert.match(first ?? '', /^HTTP\/1\.1 401 /);
});

const CALLS = isLongTier ? 1_000 : 200;

test(`${CALLS} concurrent calls all succeed`, async () => {
  const calls = Array.from({ length: CALLS }, () =>
    agent.post('tools/call', { name: 'get_company', arguments: { cui } }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [200]);
  await isAlive();
});

test('an agent without Pro gets a preview or the error PRO_REQUIRED', async () => {
  const { isError, content } = await agent.call('list_supplier_reports', { cui });
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? '', /^PRO_REQUIRED: /);
  const { structuredContent: reported } = await agent.call('assess_company_solvency', { cui });
  assert.ok(reported.notes.some((note: string) => note.includes('With Pro: ')));
});

test('a revoked token is refused soon after the change', async () => {
  const { state } = service.store;
  const leaving = await agentAt(service);
  assert.equal((await leaving.post('tools/list')).status, 200);
  await state.write([
    { sql: `delete from oauth_record where account_id = $1`, params: [leaving.account] },
    recordChange('access'),
  ]);
  await until('the token is refused', async () => (await leaving.post('tools/list')).status === 401);
});

test('agents get Pro soon after their account does', async () => {
  const account = await createAccount(
    service.store.state,
    { email: 'soon@agents.example', password: null },
    Date.now(),
  );
  const soon = await agentAt(service, { account });
  assert.equal((await soon.call('list_supplier_reports', { cui })).isError, true);
  for (const to of ['incomplete', 'active'] as const)
    await changeSubscription(service.store.state, account, to, Date.now());
  await until('the agent has Pro', async () => !(await soon.call('list_supplier_reports', { cui })).isError);
});
