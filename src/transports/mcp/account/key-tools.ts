/** Tools over the API keys of the account. A key itself is shown on its page only, and never to an agent. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { KEY_NAME_MAX } from '#platform/accounts/owner-keys.ts';
import { keysWork } from '#platform/accounts/subscription.ts';
import { tool } from '#transports/mcp/tool.ts';
import { type AccountContext, Confirmation, confirm } from './confirmation.ts';

/** At most ten keys: no paging. */
export const listApiKeys = ({ keys }: AccountContext) =>
  tool({
    name: 'list_api_keys',
    title: 'API keys of the account',
    about:
      'Lists the API keys of the account by name and hint, with when each was made and last used. Never a key itself.',
    effect: 'reads',
    scopes: ['keys:manage'],
    input: Type.Object({}),
    output: Type.Object({
      keys: Type.Array(
        Type.Object({
          id: Type.String({ description: 'For `revoke_api_key`.' }),
          name: orNull(Type.String(), 'As the person called it.'),
          hint: Type.String({ description: 'Enough to recognise it, and not to use it.' }),
          createdAt: Type.String(),
          expiresAt: orNull(Type.String(), 'Null: it works until it is revoked.'),
          lastUsedAt: orNull(Type.String(), 'Null: it was not used yet.'),
        }),
      ),
      most: Type.Integer({ description: 'How many the account may have.' }),
      url: Type.String({ description: 'The page of the keys.' }),
    }),
    async call(_, { grant, now, link }) {
      const rows = await keys.list(grant.account, now);
      return {
        keys: rows.map(({ id, name, hint, created_at, expires_at, last_used_at }) => ({
          id,
          name,
          hint,
          createdAt: created_at,
          expiresAt: expires_at,
          lastUsedAt: last_used_at,
        })),
        most: keys.most,
        url: link('keys'),
      };
    },
  });

export const createApiKey = (context: AccountContext) =>
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
    output: Confirmation,
    async call(input, call) {
      const { keys, planOf } = context;
      const { account } = call.grant;
      const plan = await planOf(account);
      if (plan === null || !keysWork(plan, call.now))
        throw new ApiError('SUBSCRIPTION_INACTIVE', messages.accounts.keysNeedPro());
      if ((await keys.list(account, call.now)).length >= keys.most)
        throw new ApiError('INVALID_PARAMETER', messages.accounts.keysMax({ most: keys.most }));
      return confirm(context, call, {
        tool: 'create_api_key',
        input,
        kind: 'makeKey',
        about: input.name,
        message: messages.agents.prompts.makeKey(),
        done: messages.agents.account.next.keyMade(),
      });
    },
  });

export const revokeApiKey = (context: AccountContext) =>
  tool({
    name: 'revoke_api_key',
    title: 'Revoke an API key',
    about:
      'Makes a link by which the person stops an API key of the account for good. They confirm it on our page; you cannot. Take the id from `list_api_keys`; never a key itself.',
    effect: 'ends',
    scopes: ['keys:manage'],
    input: Type.Object({ id: Type.String({ minLength: 36, maxLength: 36, description: 'Of `list_api_keys`.' }) }),
    output: Confirmation,
    async call(input, call) {
      const { account } = call.grant;
      const key = await context.keys.find(account, input.id);
      const label = key.name === null ? key.hint : `“${key.name}” (${key.hint})`;
      return confirm(context, call, {
        tool: 'revoke_api_key',
        input,
        kind: 'revokeKey',
        about: key.id,
        message: messages.agents.prompts.revokeKey({ key: label }),
        done: messages.agents.account.next.revoked(),
        async nothing() {
          if ((await context.keys.list(account, call.now)).some(({ id }) => id === key.id)) return null;
          throw new ApiError('INVALID_PARAMETER', messages.accounts.unknownOwnKey());
        },
      });
    },
  });
