/** Tools over the account itself: its status, and actions that a person completes. Each call is recorded. */
import Type from 'typebox';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { keysWork, keysWorkUntil, SUBSCRIPTION_STATES } from '#platform/accounts/subscription.ts';
import { APPROVAL_KINDS } from '#platform/approvals/approval.ts';
import { type AnyTool, tool } from '#transports/mcp/tool.ts';
import {
  cancelSubscription,
  listPlans,
  manageSubscription,
  resumeSubscription,
  startCheckout,
} from './billing-tools.ts';
import type { AccountContext } from './confirmation.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './key-tools.ts';

/** `all`: where an agent may also begin payments. `status`: the only tool where nothing is sold, as public directories require. */
export function accountTools(context: AccountContext): { all: readonly AnyTool[]; status: AnyTool } {
  const recorded = (declared: AnyTool): AnyTool => ({
    ...declared,
    async call(input, call) {
      await context.approvals.recordCall(call.grant, declared.name, input, call.now);
      return declared.call(input, call);
    },
  });
  const status = recorded(getAccountStatus(context));
  const others = [
    ...[listPlans, startCheckout, manageSubscription, cancelSubscription, resumeSubscription],
    ...[listApiKeys, createApiKey, revokeApiKey],
  ];
  return { all: [status, ...others.map((declare) => recorded(declare(context)))], status };
}

/** The account of the agent's grant; the answer does not identify its owner. */
const getAccountStatus = ({ planOf, sold, keys, approvals }: AccountContext) =>
  tool({
    name: 'get_account_status',
    title: 'Account status',
    about:
      'Tells the plan of the account that you speak for, until when it works, what is left of its limits, and how far things are that you asked its person to finish. Call it after the person says that they paid, canceled or made a key: only this says whether it is so.',
    effect: 'reads',
    scopes: ['account:read'],
    input: Type.Object({}),
    output: Type.Object({
      plan: oneOf(['free', 'pro'], 'What the account may do now.'),
      subscription: oneOf(SUBSCRIPTION_STATES, '`canceling`: it works until `until` and is not renewed.'),
      since: orNull(Type.String(), 'Since when the subscription is as it is.'),
      until: orNull(Type.String(), 'When that plan ends; null: no end is known, or there is none.'),
      renews: orNull(Type.String(), 'When the next payment is due; null: none is.'),
      grantedBy: orNull(
        oneOf(['operator', 'provider'], ''),
        'Origin of that plan: a grant by the operator, or a payment.',
      ),
      calls: orNull(
        Type.Object({ limit: Type.Integer(), remaining: Type.Integer(), windowSeconds: Type.Integer() }),
        'Tool calls; null where nobody counts.',
      ),
      keys: Type.Object({ open: Type.Integer(), most: Type.Integer() }, { description: 'API keys.' }),
      asked: Type.Array(
        Type.Object({
          what: oneOf(APPROVAL_KINDS, 'What the person was asked for.'),
          state: oneOf(
            ['open', 'done', 'declined', 'expired'],
            '`done`: the person went on; a payment may still fail.',
          ),
          until: Type.String(),
        }),
        { description: 'Requests to the person within the last hour, newest first.' },
      ),
      url: Type.String({ description: 'The page of the account.' }),
    }),
    async call(_, { grant, now, context, link }) {
      const { account } = grant;
      const plan = await planOf(account);
      const works = plan !== null && keysWork(plan, now);
      const until = plan && keysWorkUntil(plan);
      const paid = (await sold?.billing.paidBy(account)) ?? null;
      const pending = await approvals.recent(grant, now);
      const { allowance } = context;
      return {
        plan: works ? ('pro' as const) : ('free' as const),
        subscription: plan?.state ?? ('none' as const),
        since: plan && plan.state !== 'none' ? plan.since : null,
        until: works && until !== null && Number.isFinite(until) ? new Date(until).toISOString() : null,
        renews: plan?.state === 'active' ? (paid?.period_end ?? null) : null,
        grantedBy: works ? plan.granted_by : null,
        calls: allowance && {
          limit: allowance.limit,
          remaining: allowance.remaining,
          windowSeconds: allowance.windowSeconds,
        },
        keys: { open: (await keys.list(account, now)).length, most: keys.most },
        asked: pending.map(({ kind, state, expiresAt }) => ({ what: kind, state, until: expiresAt })),
        url: link('account'),
      };
    },
  });
