/** Ends a key, once the person has confirmed it. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';

import { PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Asked, inBrowserOf, toldOf } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { askedByForm } from './questions.ts';

export const revokeApiKey = (needs: AccountToolsNeeds) =>
  tool({
    name: 'revoke_api_key',
    title: 'Revoke an API key',
    about:
      'Stops an API key of the account for good, after the person has confirmed it. Take the id from `list_api_keys`; never a key itself.',
    effect: 'ends',
    scopes: ['keys:manage'],
    input: Type.Object({ id: Type.String({ minLength: 36, maxLength: 36, description: 'Of `list_api_keys`.' }) }),
    output: Asked,
    async call(input, call) {
      const { account } = call.grant;
      const key = (await needs.keys.list(account, call.now)).find(({ id }) => id === input.id);
      if (!key) throw new ApiError('INVALID_PARAMETER', messages.accounts.unknownOwnKey());
      const shown = key.name === null ? key.hint : `“${key.name}” (${key.hint})`;
      const question = { tool: 'revoke_api_key', input, kind: 'revokeKey', about: key.id } as const;
      const asked = await askedByForm(needs, call, {
        ...question,
        message: messages.agents.asks.revokeKey({ key: shown }),
      });
      if (asked instanceof PersonAsked) return asked;
      if (!('confirmed' in asked)) return inBrowserOf(call, asked, messages.agents.account.next.revoked());
      const origin = { place: null, agent: await needs.approvals.appName(call.grant.client) };
      await needs.keys.revoke(account, key.id, origin, call.now);
      await needs.approvals.close(asked.confirmed, 'done', call.now);
      return toldOf(call, 'done', messages.agents.account.next.revoked());
    },
  });
