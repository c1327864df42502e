/** Leads the person to where they take back a cancellation. */
import Type from 'typebox';
import { tool } from '#transports/mcp/tool.ts';
import { Asked } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { renewal } from './renewal.ts';

export const resumeSubscription = (needs: AccountToolsNeeds) =>
  tool({
    name: 'resume_subscription',
    title: 'Go on with the subscription',
    about:
      'Makes a link by which the person takes back a cancellation before the period has ended: the subscription renews and is charged again. They confirm it on our page; you cannot. For one that has ended, use `start_checkout`.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Asked,
    call: (_, call) => renewal(needs, call, 'resume'),
  });
