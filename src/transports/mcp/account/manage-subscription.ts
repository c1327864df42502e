/** Leads the person to their cards and invoices at the payment provider. */

import Type from 'typebox';
import { messages } from '#locales/messages.ts';
import { PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Asked, inBrowserOf, notSold, toldOf } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { askedByLink } from './questions.ts';

export const manageSubscription = (needs: AccountToolsNeeds) =>
  tool({
    name: 'manage_subscription',
    title: 'Manage cards and invoices',
    about:
      'Makes a link by which the person gets to the payment provider: cards, invoices, the end of the subscription. You see nothing of it. To cancel, `cancel_subscription` is shorter.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Asked,
    async call(input, call) {
      const { sold } = needs;
      if (sold === null) return notSold(needs, call);
      if (!(await sold.billing.isCustomer(call.grant.account)))
        return toldOf(call, 'nothing', messages.agents.account.next.nothingPaid());
      const question = {
        tool: 'manage_subscription',
        input,
        kind: 'manage',
        message: messages.agents.asks.manage(),
      } as const;
      const asked = await askedByLink(needs, call, question);
      return asked instanceof PersonAsked ? asked : inBrowserOf(call, asked, messages.agents.account.next.wasThere());
    },
  });
