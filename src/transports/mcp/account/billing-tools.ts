/** Tools over the plan of the account: prices, checkout, the payment provider's pages, the end of the subscription. */

import Type from 'typebox';
import { type Message, translate } from '#lib/i18n/message.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { keysWork } from '#platform/accounts/subscription.ts';
import { type InputRequired, type ToolCall, tool } from '#transports/mcp/tool.ts';
import { type AccountContext, Confirmation, confirm, confirmation, notSold } from './confirmation.ts';

export const listPlans = (context: AccountContext) =>
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
      note: Type.String({ description: 'Tax, or the contact where nothing is sold.' }),
      url: Type.String({ description: 'The page of prices.' }),
    }),
    async call(_, call) {
      const { limits, sold, keys } = context;
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
          : notSold(context, call).next,
        url: call.link('pricing'),
      };
    },
  });

/** Never charges: the person behind the link sees the price, and goes on to the payment provider or does not. */
export const startCheckout = (context: AccountContext) =>
  tool({
    name: 'start_checkout',
    title: 'Start a Pro checkout',
    about:
      'Begins a Pro subscription: the person opens a page of ours, sees the price and pays with the payment provider. You cannot pay, and nothing is charged by this call. Only when the person wants Pro.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({ plan: oneOf(['pro'], 'The plan to subscribe to.', 'pro') }),
    output: Confirmation,
    async call(input, call) {
      const { sold, planOf } = context;
      if (sold === null) return notSold(context, call);
      const plan = await planOf(call.grant.account);
      const { next } = messages.agents.account;
      // A plan that the operator granted up to a day may be followed by a paid one.
      const isEnding = plan?.state === 'canceling' && plan.granted_by === 'operator';
      if (plan && keysWork(plan, call.now) && !isEnding)
        return confirmation(call, 'active', plan.state === 'canceling' ? next.resumeIt() : next.active());
      return confirm(context, call, {
        tool: 'start_checkout',
        input,
        kind: 'checkout',
        message: messages.agents.prompts.checkout(),
        done: next.paying(),
        doneState: 'paying',
      });
    },
  });

export const manageSubscription = (context: AccountContext) =>
  tool({
    name: 'manage_subscription',
    title: 'Manage cards and invoices',
    about:
      'Makes a link by which the person gets to the payment provider: cards, invoices, the end of the subscription. You see nothing of it. To cancel, `cancel_subscription` is shorter.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Confirmation,
    async call(input, call) {
      const { sold } = context;
      const { next } = messages.agents.account;
      if (sold === null) return notSold(context, call);
      if (!(await sold.billing.isCustomer(call.grant.account)))
        return confirmation(call, 'nothing', next.nothingPaid());
      return confirm(context, call, {
        tool: 'manage_subscription',
        input,
        kind: 'manage',
        message: messages.agents.prompts.manage(),
        done: next.wasThere(),
      });
    },
  });

export const cancelSubscription = (context: AccountContext) =>
  tool({
    name: 'cancel_subscription',
    title: 'Cancel the subscription',
    about:
      'Makes a link by which the person ends the Pro subscription with the period that is paid; never at once, and nothing is paid back. They confirm it on our page; you cannot. It can be taken back with `resume_subscription` until then.',
    effect: 'ends',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Confirmation,
    call: (_, call) => changeRenewal(context, call, 'cancel'),
  });

export const resumeSubscription = (context: AccountContext) =>
  tool({
    name: 'resume_subscription',
    title: 'Go on with the subscription',
    about:
      'Makes a link by which the person takes back a cancellation before the period has ended: the subscription renews and is charged again. They confirm it on our page; you cannot. For one that has ended, use `start_checkout`.',
    effect: 'asks',
    scopes: ['billing:manage'],
    input: Type.Object({}),
    output: Confirmation,
    call: (_, call) => changeRenewal(context, call, 'resume'),
  });

const RENEWAL_TOOLS = { cancel: 'cancel_subscription', resume: 'resume_subscription' } as const;

/** The provider gets the change from our page; the plan follows from the provider's events. */
async function changeRenewal(
  context: AccountContext,
  call: ToolCall,
  kind: 'cancel' | 'resume',
): Promise<Confirmation | InputRequired> {
  const { sold, planOf } = context;
  const { account } = call.grant;
  const { next } = messages.agents.account;
  const nothing = (message: Message): Confirmation => confirmation(call, 'nothing', message);
  if (sold === null) return notSold(context, call);
  if ((await sold.billing.paidBy(account)) === null) return nothing(next.nothingPaid());
  return confirm(context, call, {
    tool: RENEWAL_TOOLS[kind],
    input: {},
    kind,
    message: messages.agents.prompts[kind](),
    done: next.sent(),
    async nothing() {
      const isCanceling = (await planOf(account))?.state === 'canceling';
      if (isCanceling !== (kind === 'cancel')) return null;
      return nothing(isCanceling ? next.canceling() : next.notCanceling());
    },
  });
}
