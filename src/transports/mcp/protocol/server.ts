/** An MCP server for one message: everything that its address offers, or only the tool, resource or prompt that is called. */

import {
  type CallToolResult,
  fromJsonSchema,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  requireScopes,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ApiError } from '#api/api-error.ts';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { hasKey } from '#platform/accounts/keys.ts';
import { internalError, missingScopes, refusal, refusalText, toolResult } from '#transports/mcp/format/result.ts';
import { answerCheck, answerSchema, argumentReader, wireSchema } from '#transports/mcp/format/wire-schema.ts';
import { type AnyTool, annotationsOf, InputRequired, scopesOf, type ToolCall } from '#transports/mcp/tool.ts';
import { getCompany } from '#transports/mcp/tools/companies/get-company.ts';
import type { CallHandlers, DirectCalls, ProtocolMessage } from './protocol.ts';

/** The offer of one connector. */
export interface ServerOptions {
  /** The version of the service. */
  version: string;
  tools: readonly AnyTool[];
  instructions: string;
  /** Logs an internal error. */
  report(error: unknown): void;
}

/** The lists are the same for all callers until the next release. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** Resources depend on the caller's rights. The short time to live is safe: the content states its own age. */
const RESOURCE_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

const INTERNAL_ERROR_STATUS = 500;

/** The offer never changes while the service runs. */
const STABLE = { listChanged: false } as const;

const OPTIONS = {
  capabilities: { tools: STABLE, resources: STABLE, prompts: STABLE },
  cacheHints: {
    'server/discover': LIST_CACHE,
    'tools/list': LIST_CACHE,
    'prompts/list': LIST_CACHE,
    'resources/list': LIST_CACHE,
    'resources/templates/list': LIST_CACHE,
    'resources/read': RESOURCE_CACHE,
  },
  // The shim needs an open connection to hosts of 2025; tools return a link and instructions instead.
  inputRequired: { legacyShim: false },
} as const;

export const serverOf =
  ({ version, tools, instructions, report }: ServerOptions) =>
  (message: ProtocolMessage): McpServer => {
    const { called, isLegacy, call, origin } = message;
    const icons = [{ src: `${origin}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }];
    // Every answer repeats the server info; the answer to a call has the shortest form.
    const info = called === null ? { title: 'Firmoteca', websiteUrl: origin, icons } : {};
    const server = new McpServer({ name: 'firmoteca', version, ...info }, { ...OPTIONS, instructions });
    const toolCall = (protocol: ServerContext): ToolCall => {
      if (call === null) throw new Error('Something was called without a caller.');
      return { ...call, isLegacy, protocol };
    };
    const failure = failureOf(message, report);
    // Only the called tool is registered: registering all of them takes longer than most calls.
    if (called === null || called.kind === 'tool')
      for (const tool of tools)
        if (called === null || tool.name === called.name) addTool(server, tool, message, { toolCall, failure });
    if (called === null || called.kind === 'resource') addResources(server, { toolCall, failure });
    if (called === null || called.kind === 'prompt') addPrompts(server, { toolCall, failure });
    return server;
  };

/** Runs a tool without a server where it uses nothing of the protocol; null for other messages. */
export const directCall =
  ({ tools, report }: Pick<ServerOptions, 'tools' | 'report'>): DirectCalls =>
  ({ called, call, onEnd }) => {
    const tool = called?.kind === 'tool' ? tools.find(({ name }) => name === called.name) : undefined;
    if (!tool || call === null || tool.effect !== 'reads') return null;
    const failure = failureOf({ onEnd }, report);
    return async (sent) => {
      const answer = await callTool(tool, sent, { ...call, isLegacy: false, protocol: NO_PROTOCOL }, failure);
      if (answer instanceof InputRequired) throw new Error(`${tool.name} only reads, and asks a person.`);
      return answer;
    };
  };

const NO_PROTOCOL = new Proxy({} as ServerContext, {
  get(_, name) {
    throw new Error(`A tool that reads uses ${String(name)} of the protocol.`);
  },
});

const failureOf =
  ({ onEnd }: Pick<ProtocolMessage, 'onEnd'>, report: ServerOptions['report']): CallHandlers['failure'] =>
  (error) => {
    onEnd(error instanceof ApiError ? error.status : INTERNAL_ERROR_STATUS);
    if (error instanceof ApiError) return error;
    report(error);
    return null;
  };

async function callTool(
  tool: AnyTool,
  sent: unknown,
  call: ToolCall,
  failure: CallHandlers['failure'],
): Promise<CallToolResult | InputRequired> {
  const { read, check } = schemasOf(tool);
  try {
    // Tools of different arguments share this list; `read` returns those of this tool.
    const answer: unknown = await tool.call(read(sent) as never, call);
    if (answer instanceof InputRequired) return answer;
    check(answer);
    return toolResult(answer as Record<string, unknown>);
  } catch (error) {
    const problem = failure(error);
    return problem ? refusal(problem, call) : internalError(call.language);
  }
}

function addTool(
  server: McpServer,
  tool: AnyTool,
  { isLegacy, result }: ProtocolMessage,
  { toolCall, failure }: CallHandlers,
): void {
  const { inputSchema, outputSchema } = schemasOf(tool);
  const scopes = scopesOf(tool);
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.about,
      inputSchema,
      outputSchema,
      annotations: annotationsOf(tool),
      // Hosts of 2025 take the challenge for a broken connection, so that the answer names the scopes.
      ...(!isLegacy && { scopeChallenge: requireScopes(...(scopes as [string, ...string[]])) }),
    },
    async (sent: unknown, protocol: ServerContext) => {
      const call = toolCall(protocol);
      if (!scopes.every((scope) => call.grant.scopes.includes(scope))) return missingScopes(scopes, call.language);
      const answer = result ?? (await callTool(tool, sent, call, failure));
      return answer instanceof InputRequired ? answer.result : answer;
    },
  );
}

interface Schemas {
  inputSchema: ReturnType<typeof fromJsonSchema>;
  outputSchema: ReturnType<typeof fromJsonSchema>;
  /** Reads arguments as models write them. */
  read(sent: unknown): Record<string, unknown>;
  /** Validates an answer: a violation is an internal error. */
  check(answer: unknown): void;
  prepare(): void;
}

/** Compiled once for each tool. */
const schemas = new WeakMap<AnyTool, Schemas>();

const schemasOf = (tool: AnyTool): Schemas =>
  schemas.getOrInsertComputed(tool, () => ({
    inputSchema: fromJsonSchema(wireSchema(tool.input), passThrough),
    outputSchema: fromJsonSchema(answerSchema(tool.output), passThrough),
    read: withoutSecrets(argumentReader(tool.input)),
    ...answerCheck(answerSchema(tool.output)),
  }));

export const prepareTool = (tool: AnyTool): void => schemasOf(tool).prepare();

/** A key in a conversation is leaked to its readers: the call is refused, and the message advises revoking the key. */
const withoutSecrets =
  <Values>(read: (sent: unknown) => Values) =>
  (sent: unknown): Values => {
    if (hasKey(JSON.stringify(sent) ?? '')) throw new ApiError('INVALID_PARAMETER', messages.agents.argument.key());
    return read(sent);
  };

/** Replaces the validators of the SDK: the argument reader coerces values, and its messages say what to do next. */
const passThrough = {
  // `never`: each caller of the SDK expects its own type.
  getValidator: () => (value: unknown) => ({ valid: true as const, data: value as never, errorMessage: undefined }),
};

const COMPANY_URI = 'firmoteca://company/{cui}';

const companyUri = (cui: string): string => `firmoteca://company/${cui}`;

/** Companies are too many to list: there is only a template. */
const companyTemplate = new ResourceTemplate(COMPANY_URI, { list: undefined });

function addResources(server: McpServer, { toolCall, failure }: CallHandlers): void {
  server.registerResource(
    'company',
    companyTemplate,
    {
      title: 'Company',
      description: 'A Romanian company by its fiscal code (CUI), as in `get_company`.',
      mimeType: 'application/json',
    },
    async (uri, { cui }, protocol) => {
      const call = toolCall(protocol);
      try {
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: await companyText(cui, call) }] };
      } catch (error) {
        const problem = failure(error);
        if (problem === null)
          throw new ProtocolError(
            ProtocolErrorCode.InternalError,
            translate(messages.agents.transport.internalError(), call.language),
          );
        const code = ProtocolErrorCode.InvalidParams;
        throw new ProtocolError(code, refusalText(problem, call), { uri: uri.href });
      }
    },
  );
}

const readArguments = argumentReader(getCompany.input);

async function companyText(cui: unknown, call: ToolCall): Promise<string> {
  const input = readArguments({ cui }) as Parameters<typeof getCompany.call>[0];
  return JSON.stringify(await getCompany.call(input, call));
}

const promptArguments = fromJsonSchema<{ cui: string }>({
  type: 'object',
  properties: { cui: { type: 'string', description: 'Fiscal code (CUI) of the company, with or without RO.' } },
  required: ['cui'],
});

export const DUE_DILIGENCE = 'due_diligence';

function addPrompts(server: McpServer, { toolCall, failure }: CallHandlers): void {
  server.registerPrompt(
    DUE_DILIGENCE,
    {
      title: 'Due diligence of a company',
      description:
        'Examines one company before somebody does business with it: standing, money, people, public contracts, risks.',
      argsSchema: promptArguments,
    },
    async ({ cui }, protocol) => {
      const call = toolCall(protocol);
      try {
        const text = await companyText(cui, call);
        const uri = companyUri(cui.replace(/\D/g, ''));
        return {
          messages: [
            {
              role: 'user',
              content: { type: 'text', text: translate(messages.agents.examineCompany(), call.language) },
            },
            { role: 'user', content: { type: 'resource', resource: { uri, mimeType: 'application/json', text } } },
          ],
        };
      } catch (error) {
        const problem = failure(error);
        if (problem === null)
          throw new ProtocolError(
            ProtocolErrorCode.InternalError,
            translate(messages.agents.transport.internalError(), call.language),
          );
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(problem, call));
      }
    },
  );
}
