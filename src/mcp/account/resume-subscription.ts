import Type from 'typebox';
import { tool } from '#mcp/tool.ts';
import { Asked } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { renewal } from './renewal.ts';

/** What it asks for costs money again: it is confirmed as an end is. */
export const resumeSubscription = (needs: AccountToolsNeeds) =>
  tool({
    name: 'resume_subscription',
    title: 'Go on with the subscription',
    about:
      'Takes back a cancellation before the period has ended, after the person has confirmed it: the subscription renews and is charged again. For one that has ended, use `start_checkout`.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Asked,
    call: (_, call) => renewal(needs, call, 'resume'),
  });
