/** Ends the subscription with its paid period, once the person has confirmed it. */
import Type from 'typebox';
import { tool } from '#transports/mcp/tool.ts';
import { Asked } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { renewal } from './renewal.ts';

export const cancelSubscription = (needs: AccountToolsNeeds) =>
  tool({
    name: 'cancel_subscription',
    title: 'Cancel the subscription',
    about:
      'Ends the Pro subscription with the period that is paid, after the person has confirmed it; never at once, and nothing is paid back. It can be taken back with `resume_subscription` until then.',
    effect: 'ends',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Asked,
    call: (_, call) => renewal(needs, call, 'cancel'),
  });
