/** The protocol's side of a call: a server for one request, with the tools that its address offers. The protocol itself is the SDK's. */
import { fromJsonSchema, McpServer, requireScopes, type ServerContext } from '@modelcontextprotocol/server';
import { hasKey } from '#accounts/keys-in-text.ts';
import { Problem } from '#operations/problem.ts';
import { argumentReader, wireSchema } from './arguments.ts';
import { PersonAsked } from './person-asked.ts';
import { argument } from './sentences.ts';
import { refused, told } from './told.ts';
import { type AnyTool, annotationsOf, scopesOf, type ToolCall } from './tool.ts';

/** What a call is made with, but for what the protocol itself knows. */
export type CallNeeds = Omit<ToolCall, 'protocol'>;

export interface Offered {
  /** Of the service. */
  version: string;
  tools: readonly AnyTool[];
  instructions: string;
  /** The one tool that is called: the others need not be told of. Null where all of them are. */
  called: string | null;
  isLegacy: boolean;
  /** Null while nobody calls anything. */
  call: CallNeeds | null;
  /** What is our fault: the caller learns only that it is. */
  report(error: unknown): void;
}

export function serverOf({ version, tools, instructions, called, isLegacy, call, report }: Offered): McpServer {
  const server = new McpServer({ name: 'firmoteca', title: 'Firmoteca', version }, { instructions });
  for (const tool of tools) {
    if (called !== null && tool.name !== called) continue;
    const { inputSchema, outputSchema } = schemasOf(tool);
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.about,
        inputSchema,
        outputSchema,
        annotations: annotationsOf(tool),
        // Hosts of 2025 take the challenge for a broken connection: the tool itself tells them.
        ...(!isLegacy && { scopeChallenge: requireScopes(...(scopesOf(tool) as [string, ...string[]])) }),
      },
      async (input: unknown, protocol: ServerContext) => {
        if (call === null) throw new Error('A tool was called without a caller.');
        try {
          const answer: unknown = await tool.call(input as never, { ...call, protocol });
          return answer instanceof PersonAsked ? answer.result : told(answer as Record<string, unknown>);
        } catch (error) {
          if (error instanceof Problem) return refused(error, call.language);
          report(error);
          throw error;
        }
      },
    );
  }
  return server;
}

interface Schemas {
  inputSchema: ReturnType<typeof fromJsonSchema>;
  outputSchema: ReturnType<typeof fromJsonSchema>;
}

/** Made once for each tool: they are the same for every request. */
const schemas = new WeakMap<AnyTool, Schemas>();

const schemasOf = (tool: AnyTool): Schemas =>
  schemas.getOrInsertComputed(tool, () => ({
    inputSchema: fromJsonSchema(wireSchema(tool.input), reading(withoutSecrets(argumentReader(tool.input)))),
    outputSchema: fromJsonSchema(wireSchema(tool.output), reading(argumentReader(tool.output))),
  }));

/** A key that stands in a conversation is everybody's who reads it: it is not taken, and its owner is told to revoke it. */
const withoutSecrets =
  <Values>(read: (sent: unknown) => Values) =>
  (sent: unknown): Values => {
    if (hasKey(JSON.stringify(sent) ?? '')) throw new Problem('INVALID_PARAMETER', argument.key());
    return read(sent);
  };

/** Our own reader in the place of the SDK's: it knows what models mean, and says what is wrong in our words. */
const reading = (read: (sent: unknown) => Record<string, unknown>) => ({
  getValidator: () => (sent: unknown) => {
    try {
      return { valid: true as const, data: read(sent) as never, errorMessage: undefined };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { valid: false as const, data: undefined, errorMessage: `INVALID_ARGUMENT: ${error.message}` };
    }
  },
});
