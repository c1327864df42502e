/** What Pro gives, and what it costs here. */

import Type from 'typebox';
import { translate } from '#lib/i18n/message.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { tool } from '#transports/mcp/tool.ts';
import { notSold } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';

export const listPlans = (needs: AccountToolsNeeds) =>
  tool({
    name: 'list_plans',
    title: 'Plans and prices',
    about:
      'Tells what is free, what Pro adds (it gives full access to the other tools), and what it costs here. Use `start_checkout` when the person wants Pro.',
    effect: 'reads',
    scopes: ['account:read'],
    input: Type.Object({}),
    output: Type.Object({
      plans: Type.Array(
        Type.Object({
          plan: oneOf(['free', 'pro'], ''),
          price: orNull(
            Type.Object({ amount: Type.Number(), currency: Type.String(), per: Type.String() }),
            'Null: it costs nothing, or nobody sells it here.',
          ),
          includes: Type.String(),
        }),
      ),
      sold: Type.Boolean({ description: 'Whether Pro can be bought here.' }),
      note: Type.String({ description: 'Tax, or whom to ask where nothing is sold.' }),
      url: Type.String({ description: 'The page of prices.' }),
    }),
    async call(_, call) {
      const { limits, sold, keys } = needs;
      const { language } = call;
      const price = sold && { ...sold.settings.price };
      const pro = messages.agents.account.pro({ agent: limits.agentPro, api: limits.api, keys: keys.most });
      return {
        plans: [
          {
            plan: 'free' as const,
            price: null,
            includes: translate(messages.agents.account.free({ agent: limits.agent }), language),
          },
          { plan: 'pro' as const, price, includes: translate(pro, language) },
        ],
        sold: sold !== null,
        note: sold
          ? translate(
              sold.settings.hasTax ? messages.agents.account.taxAdded() : messages.agents.account.taxIn(),
              language,
            )
          : notSold(needs, call).next,
        url: call.link('pricing'),
      };
    },
  });
