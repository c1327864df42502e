/** What a person can pick from a menu of their host: the examination of one company, with its record beside it as data. */

import { fromJsonSchema, type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { refusalText } from '#transports/mcp/format/result.ts';

import type { Calling } from './asked.ts';
import { companyText, companyUri } from './resources.ts';

const argsSchema = fromJsonSchema<{ cui: string }>({
  type: 'object',
  properties: { cui: { type: 'string', description: 'Fiscal code (CUI) of the company, with or without RO.' } },
  required: ['cui'],
});

export const DUE_DILIGENCE = 'due_diligence';

export function addPrompts(server: McpServer, { made, ended }: Calling): void {
  server.registerPrompt(
    DUE_DILIGENCE,
    {
      title: 'Due diligence of a company',
      description:
        'Examines one company before somebody does business with it: standing, money, people, public contracts, risks.',
      argsSchema,
    },
    async ({ cui }, protocol) => {
      const call = made(protocol);
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
        const problem = ended(error);
        if (problem === null)
          throw new ProtocolError(
            ProtocolErrorCode.InternalError,
            translate(messages.agents.door.ours(), call.language),
          );
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(problem, call));
      }
    },
  );
}
