/** The multi-round tools of the conformance suite: they request input until it is given. */
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { nothing, said, text } from './fixture-answers.ts';

export const stateCodec = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) });

const form = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } as { type: 'string' } }, required: [field] },
  });
const question = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 50 });

type Answer = Awaited<ReturnType<Parameters<McpServer['registerTool']>[2]>>;

export function addRounds(server: McpServer): void {
  const add = (name: string, answer: (protocol: ServerContext['mcpReq']) => Promise<Answer>): void => {
    server.registerTool(name, { description: name, inputSchema: nothing }, (_, { mcpReq }) => answer(mcpReq) as never);
  };
  const responseIn = <Shape>(requested: ServerContext['mcpReq'], name: string): Shape | undefined =>
    requested.inputResponses?.[name] as Shape | undefined;

  add('test_missing_capability', async (requested) =>
    responseIn(requested, 'llm_answer') === undefined
      ? inputRequired({ inputRequests: { llm_answer: question('Reply with the single word: pong') } })
      : said('sampling round-trip complete'),
  );
  add('test_input_required_result_elicitation', async ({ inputResponses }) => {
    const name = acceptedContent<{ name: string }>(inputResponses, 'user_name')?.name;
    return typeof name === 'string'
      ? said(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  });
  add('test_input_required_result_sampling', async (requested) => {
    const sampled = responseIn<{ content?: { text?: string } }>(requested, 'capital_question');
    return sampled === undefined
      ? inputRequired({ inputRequests: { capital_question: question('What is the capital of France?') } })
      : said(`Sampling response: ${sampled.content?.text ?? JSON.stringify(sampled)}`);
  });
  add('test_input_required_result_list_roots', async (requested) => {
    const roots = responseIn<{ roots?: { uri?: string }[] }>(requested, 'client_roots')?.roots;
    return Array.isArray(roots)
      ? said(`Client exposed ${roots.length} root(s): ${roots.map(({ uri }) => uri).join(', ')}`)
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  const confirmed = (words: string) => async (requested: ServerContext['mcpReq']) =>
    requested.requestState() !== undefined && acceptedContent(requested.inputResponses, 'confirm') !== undefined
      ? said(words)
      : inputRequired({
          inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') },
          requestState: await stateCodec.mint({ words }),
        });
  add(
    'test_input_required_result_request_state',
    confirmed('state-ok: requestState verified and confirmation received'),
  );
  add('test_input_required_result_tampered_state', confirmed('integrity-ok: requestState verified'));
  add('test_input_required_result_multiple_inputs', async (requested) => {
    const name = acceptedContent<{ name: string }>(requested.inputResponses, 'user_name')?.name;
    const greeting = responseIn<{ content?: { text?: string } }>(requested, 'greeting')?.content?.text;
    const roots = responseIn<{ roots?: unknown[] }>(requested, 'client_roots')?.roots;
    if (name !== undefined && greeting !== undefined && roots)
      return said(`${greeting} ${name}: ${roots.length} root(s)`);
    return inputRequired({
      inputRequests: {
        user_name: form('What is your name?', 'name'),
        greeting: question('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ tool: 'multiple_inputs' }),
    });
  });
  add('test_input_required_result_multi_round', async (requested) => {
    const state = requested.requestState<{ round?: number; name?: string }>();
    const answered = (step: string) => acceptedContent<Record<string, string>>(requested.inputResponses, step);
    if (state?.round === 2) return said(`Multi-round complete: ${state.name} likes ${answered('step2')?.color}`);
    const isFirst = state?.round !== 1;
    return inputRequired({
      inputRequests: isFirst
        ? { step1: form('Step 1: What is your name?', 'name') }
        : { step2: form('Step 2: What is your favorite color?', 'color') },
      requestState: await stateCodec.mint(isFirst ? { round: 1 } : { round: 2, name: answered('step1')?.name }),
    });
  });
  add('test_input_required_result_capabilities', async (requested) => {
    if (requested.inputResponses !== undefined) return said('Capability-aware input requests fulfilled');
    const envelope = requested.envelope as Record<string, ClientCapabilities> | undefined;
    const can = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(can?.elicitation && { user_name: form('What is your name?', 'name') }),
      ...(can?.sampling && { greeting: question('Generate a short greeting') }),
      ...(can?.roots && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length === 0 ? said('Nothing can be asked.') : inputRequired({ inputRequests });
  });
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks before it is told.' }, (async ({
    mcpReq,
  }: ServerContext) => {
    const context = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context')?.context;
    return context === undefined
      ? inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } })
      : { messages: [{ role: 'user', content: text(`Use the following context: ${context}`) }] };
  }) as never);
}
