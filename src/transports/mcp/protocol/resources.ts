/** Companies as resources: for hosts that let a person attach one to a conversation. The same as the tool tells. */

import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { argumentReader } from '#transports/mcp/format/arguments.ts';
import { refusalText } from '#transports/mcp/format/result.ts';

import type { ToolCall } from '#transports/mcp/tool.ts';
import { getCompany } from '#transports/mcp/tools/companies/get-company.ts';
import type { Calling } from './asked.ts';

const URI = 'firmoteca://company/{cui}';

export const companyUri = (cui: string): string => `firmoteca://company/${cui}`;

/** One of several that fit a name is nothing to list: a template is all there is. */
const template = new ResourceTemplate(URI, { list: undefined });

export function addResources(server: McpServer, { made, ended }: Calling): void {
  server.registerResource(
    'company',
    template,
    {
      title: 'Company',
      description: 'A Romanian company by its fiscal code (CUI), as `get_company` tells it.',
      mimeType: 'application/json',
    },
    async (uri, { cui }, protocol) => {
      const call = made(protocol);
      try {
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: await companyText(cui, call) }] };
      } catch (error) {
        const problem = ended(error);
        if (problem === null)
          throw new ProtocolError(
            ProtocolErrorCode.InternalError,
            translate(messages.agents.door.ours(), call.language),
          );
        const code = ProtocolErrorCode.InvalidParams;
        throw new ProtocolError(code, refusalText(problem, call), { uri: uri.href });
      }
    },
  );
}

const readArguments = argumentReader(getCompany.input);

export async function companyText(cui: unknown, call: ToolCall): Promise<string> {
  const input = readArguments({ cui }) as Parameters<typeof getCompany.call>[0];
  return JSON.stringify(await getCompany.call(input, call));
}
