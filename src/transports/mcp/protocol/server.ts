/** The protocol's side of a message: a server with what its address offers, or with the one thing that is called. The protocol itself is the SDK's. */

import { fromJsonSchema, McpServer, requireScopes, type ServerContext } from '@modelcontextprotocol/server';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { hasKey } from '#platform/accounts/keys.ts';
import { answerSchema } from '#transports/mcp/format/answer-schema.ts';
import { answerCheck, argumentReader, wireSchema } from '#transports/mcp/format/arguments.ts';
import { failed, refused, told, unscoped } from '#transports/mcp/format/result.ts';

import { type AnyTool, annotationsOf, scopesOf, type ToolCall } from '#transports/mcp/tool.ts';
import type { Asked, Calling } from './asked.ts';
import { PersonAsked } from './person-asked.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';

/** What a place offers. */
export interface Offer {
  /** Of the service. */
  version: string;
  tools: readonly AnyTool[];
  instructions: string;
  /** What is our fault: the caller learns only that it is. */
  report(error: unknown): void;
}

/** The same for everybody until the next release. */
const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** As the caller's own rights show it, and not for long: what it is of says for itself how old it is. */
const READ = { ttlMs: 60_000, cacheScope: 'private' } as const;

const OURS = 500;

/** Nothing of it changes while the service runs: nobody need listen for that. */
const STABLE = { listChanged: false } as const;

const OPTIONS = {
  capabilities: { tools: STABLE, resources: STABLE, prompts: STABLE },
  cacheHints: {
    'server/discover': LISTED,
    'tools/list': LISTED,
    'prompts/list': LISTED,
    'resources/list': LISTED,
    'resources/templates/list': LISTED,
    'resources/read': READ,
  },
  // Hosts of 2025 would have to be asked over a connection that is not kept: tools tell them what to do instead.
  inputRequired: { legacyShim: false },
} as const;

export const serverOf =
  ({ version, tools, instructions, report }: Offer) =>
  (asked: Asked): McpServer => {
    const { called, isLegacy, call, origin } = asked;
    const icons = [{ src: `${origin}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }];
    // Every answer repeats who gave it: to a call as briefly as can be.
    const shown = called === null ? { title: 'Firmoteca', websiteUrl: origin, icons } : {};
    const server = new McpServer({ name: 'firmoteca', version, ...shown }, { ...OPTIONS, instructions });
    const made = (protocol: ServerContext): ToolCall => {
      if (call === null) throw new Error('Something was called without a caller.');
      return { ...call, isLegacy, protocol };
    };
    const ended = (error: unknown): ApiError | null => {
      asked.ended(error instanceof ApiError ? error.status : OURS);
      if (error instanceof ApiError) return error;
      report(error);
      return null;
    };
    // Of the tools the one that is called is enough: to tell of all others takes longer than most calls.
    if (called === null || called.kind === 'tool')
      for (const tool of tools)
        if (called === null || tool.name === called.name) addTool(server, tool, { isLegacy, made, ended });
    if (called === null || called.kind === 'resource') addResources(server, { made, ended });
    if (called === null || called.kind === 'prompt') addPrompts(server, { made, ended });
    return server;
  };

function addTool(server: McpServer, tool: AnyTool, { isLegacy, made, ended }: Calling & Pick<Asked, 'isLegacy'>): void {
  const { inputSchema, outputSchema, read, check } = schemasOf(tool);
  const scopes = scopesOf(tool);
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.about,
      inputSchema,
      outputSchema,
      annotations: annotationsOf(tool),
      // Hosts of 2025 take the challenge for a broken connection: they are told by the answer.
      ...(!isLegacy && { scopeChallenge: requireScopes(...(scopes as [string, ...string[]])) }),
    },
    async (sent: unknown, protocol: ServerContext) => {
      const call = made(protocol);
      if (!scopes.every((scope) => call.grant.scopes.includes(scope))) return unscoped(scopes, call.language);
      try {
        const answer: unknown = await tool.call(read(sent) as never, call);
        if (answer instanceof PersonAsked) return answer.result;
        check(answer);
        return told(answer as Record<string, unknown>);
      } catch (error) {
        const problem = ended(error);
        return problem ? refused(problem, call) : failed(call.language);
      }
    },
  );
}

interface Schemas {
  inputSchema: ReturnType<typeof fromJsonSchema>;
  outputSchema: ReturnType<typeof fromJsonSchema>;
  /** Of arguments, as models write them. */
  read(sent: unknown): Record<string, unknown>;
  /** Of answers: what breaks their schema is our fault. */
  check(answer: unknown): void;
}

/** Made once for each tool: they are the same for every request. */
const schemas = new WeakMap<AnyTool, Schemas>();

const schemasOf = (tool: AnyTool): Schemas =>
  schemas.getOrInsertComputed(tool, () => ({
    inputSchema: fromJsonSchema(wireSchema(tool.input), readByUs),
    outputSchema: fromJsonSchema(answerSchema(tool.output), readByUs),
    read: withoutSecrets(argumentReader(tool.input)),
    check: answerCheck(answerSchema(tool.output)),
  }));

/** A key that stands in a conversation is everybody's who reads it: it is not taken, and its owner is told to revoke it. */
const withoutSecrets =
  <Values>(read: (sent: unknown) => Values) =>
  (sent: unknown): Values => {
    if (hasKey(JSON.stringify(sent) ?? '')) throw new ApiError('INVALID_PARAMETER', messages.agents.argument.key());
    return read(sent);
  };

/** In the place of the SDK's own readers: ours know what models mean, say what is wrong in our words, and what to do next. */
const readByUs = {
  getValidator: () => (value: unknown) => ({ valid: true as const, data: value as never, errorMessage: undefined }),
};
