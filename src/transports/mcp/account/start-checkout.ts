/** Leads the person to where they pay for Pro. */

import Type from 'typebox';
import { oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { keysWork } from '#platform/accounts/subscription.ts';
import { PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Asked, inBrowserOf, notSold, toldOf } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { askedByLink } from './questions.ts';

/** Never charges: it makes a link, behind which the person sees the price and goes on to the payment provider, or does not. */
export const startCheckout = (needs: AccountToolsNeeds) =>
  tool({
    name: 'start_checkout',
    title: 'Start a Pro checkout',
    about:
      'Begins a Pro subscription: the person opens a page of ours, sees the price and pays with the payment provider. You cannot pay, and nothing is charged by this call. Only when the person wants Pro.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({ plan: oneOf(['pro'], 'The plan to subscribe to.', 'pro') }),
    output: Asked,
    async call(input, call) {
      const { sold, planOf } = needs;
      if (sold === null) return notSold(needs, call);
      const plan = await planOf(call.grant.account);
      // One that an operator granted to a day may be followed by one that is paid.
      const isEnding = plan?.state === 'canceling' && plan.granted_by === 'operator';
      if (plan && keysWork(plan, call.now) && !isEnding)
        return toldOf(
          call,
          'active',
          plan.state === 'canceling' ? messages.agents.account.next.resumeIt() : messages.agents.account.next.active(),
        );
      const question = {
        tool: 'start_checkout',
        input,
        kind: 'checkout',
        message: messages.agents.asks.checkout(),
      } as const;
      const asked = await askedByLink(needs, call, question);
      if (asked instanceof PersonAsked) return asked;
      return asked.state === 'done'
        ? toldOf(call, 'paying', messages.agents.account.next.paying())
        : inBrowserOf(call, asked, messages.agents.account.next.paying());
    },
  });
