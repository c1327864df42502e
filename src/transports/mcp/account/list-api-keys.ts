/** The keys of the account, by their names and last letters. */
import Type from 'typebox';
import { orNull } from '#lib/schema/fields.ts';
import { tool } from '#transports/mcp/tool.ts';
import type { AccountToolsNeeds } from './needs.ts';

/** At most ten: no list to page through. */
export const listApiKeys = ({ keys }: AccountToolsNeeds) =>
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
