/** Tools about the account itself: what its person may see, and what they begin here and finish in a browser. Each call is written down. */
import type { AnyTool } from '#transports/mcp/tool.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createApiKey } from './create-api-key.ts';
import { getAccountStatus } from './get-account-status.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listPlans } from './list-plans.ts';
import { manageSubscription } from './manage-subscription.ts';
import type { AccountToolsNeeds } from './needs.ts';
import { resumeSubscription } from './resume-subscription.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { startCheckout } from './start-checkout.ts';

/** `all` for those who may also begin payments; `status` alone where nothing is sold, as public directories want it. */
export function accountTools(needs: AccountToolsNeeds): { all: readonly AnyTool[]; status: AnyTool } {
  const noted = (tool: AnyTool): AnyTool => ({
    ...tool,
    async call(input, call) {
      await needs.approvals.recordCall(call.grant, tool.name, input, call.now);
      return tool.call(input, call);
    },
  });
  const status = noted(getAccountStatus(needs));
  const others = [
    ...[listPlans, startCheckout, manageSubscription, cancelSubscription, resumeSubscription],
    ...[listApiKeys, createApiKey, revokeApiKey],
  ];
  return { all: [status, ...others.map((make) => noted(make(needs)))], status };
}
