/** Asks the person to make a key, which only they see. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { KEY_NAME_MAX } from '#platform/accounts/owner-keys.ts';

import { keysWork } from '#platform/accounts/subscription.ts';
import { PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Asked, inBrowserOf } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { askedByLink } from './questions.ts';

export const createApiKey = (needs: AccountToolsNeeds) =>
  tool({
    name: 'create_api_key',
    title: 'Make an API key',
    about:
      'Makes a link by which the person makes an API key on the page of their keys, where it is shown once. The key never appears here: do not ask for it. Needs Pro.',
    effect: 'asks',
    scopes: ['keys:manage'],
    input: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: KEY_NAME_MAX,
        description: 'What the person shall know it by, such as where it is used.',
      }),
    }),
    output: Asked,
    async call(input, call) {
      const { account } = call.grant;
      const plan = await needs.planOf(account);
      if (plan === null || !keysWork(plan, call.now))
        throw new ApiError('SUBSCRIPTION_INACTIVE', messages.accounts.keysNeedPro());
      if ((await needs.keys.list(account, call.now)).length >= needs.keys.most)
        throw new ApiError('INVALID_PARAMETER', messages.accounts.keysMax({ most: needs.keys.most }));
      const question = { tool: 'create_api_key', input, kind: 'makeKey', about: input.name } as const;
      const asked = await askedByLink(needs, call, { ...question, message: messages.agents.asks.makeKey() });
      return asked instanceof PersonAsked ? asked : inBrowserOf(call, asked, messages.agents.account.next.keyMade());
    },
  });
