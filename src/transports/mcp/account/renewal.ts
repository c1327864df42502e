/**
 * Ending a subscription with its paid period, and going on with one: told to the provider after the person has confirmed; the plan
 * follows by the provider's word. An end may be confirmed in the host. What costs money again is confirmed on our own page only: a
 * host can say that its person agreed, and nobody spends anything by a host's word.
 */
import { messages } from '#locales/messages.ts';
import { PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { inBrowserOf, notSold, type Told, toldOf } from './asked.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { askedByForm, askedByLink } from './questions.ts';

const TOOLS = { cancel: 'cancel_subscription', resume: 'resume_subscription' } as const;

export async function renewal(
  needs: AccountToolsNeeds,
  call: ToolCall,
  kind: 'cancel' | 'resume',
): Promise<Told | PersonAsked> {
  const { sold, approvals, planOf } = needs;
  const { account } = call.grant;
  if (sold === null) return notSold(needs, call);
  if ((await sold.billing.paidBy(account)) === null)
    return toldOf(call, 'nothing', messages.agents.account.next.nothingPaid());
  const isCanceling = (await planOf(account))?.state === 'canceling';
  if (kind === 'cancel' && isCanceling) return toldOf(call, 'nothing', messages.agents.account.next.canceling());
  if (kind === 'resume' && !isCanceling) return toldOf(call, 'nothing', messages.agents.account.next.notCanceling());
  const question = { tool: TOOLS[kind], input: {}, kind, message: messages.agents.asks[kind]() };
  const asked = await (kind === 'cancel' ? askedByForm : askedByLink)(needs, call, question);
  if (asked instanceof PersonAsked) return asked;
  if (!('confirmed' in asked)) return inBrowserOf(call, asked, messages.agents.account.next.told());
  await sold.billing.renew(account, false);
  await approvals.close(asked.confirmed, 'done', call.now);
  return toldOf(call, 'done', messages.agents.account.next.told());
}
