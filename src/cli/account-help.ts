/** Verbs of `accounts` for support: password link, new address, block, deletion. */

import type { Database } from '#data/store/database.ts';
import { ownAddress } from '#lib/values/own-address.ts';
import { deleteAccount } from '#platform/accounts/account-deletion.ts';
import { blockAccount, createResetLink, setAddress, unblockAccount } from '#platform/accounts/accounts.ts';
import { type BillingEnd, endBilling } from '#platform/billing/billing.ts';
import { accountDataSources } from '#server/compose/accounts.ts';
import { endingOf } from '#server/compose/billing.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { withProvider } from './billing.ts';
import { type CommandCall, print, UsageError } from './command.ts';
import { accountNamed, textOf } from './state-verbs.ts';

const REASON_LENGTH_MAX = 500;

/** A command does not know where the service listens. */
const ASSUMED =
  'PUBLIC_URL is not set: the address is that of HOST and PORT as this command reads them. Where the service listens elsewhere, put its address in front of the path.';

export const HELP_USAGE = [
  'accounts reset-link ID|ADDRESS [--json]   a link for a new password, which works once and for an hour',
  'accounts set-email ID|ADDRESS NEW-ADDRESS [--json]   where no letters are sent, or the old mailbox is lost',
  'accounts block ID|ADDRESS --reason TEXT [--json]   keys and browsers stop within a second',
  'accounts unblock ID|ADDRESS [--json]',
  'accounts delete ID|ADDRESS --yes [--json]   with everything stored about it',
];

export async function resetLink(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const { id, email, blocked_at } = await accountNamed(state, who);
  if (blocked_at !== null) throw new UsageError(`${id} is blocked: a link would not let its owner in.`);
  const link = await createResetLink(state, id, Date.now());
  if (link === null) throw new UsageError(`${id} has no e-mail address, so a link has no recipient.`);
  const { publicUrl } = call.config;
  const site = publicUrl ?? ownAddress(call.config);
  const address = `${site}${toQuery('link', link.language, { code: link.secret })}`;
  const until = new Date(link.until).toISOString();
  if (call.options.json) print({ id, email, link: address, until });
  else
    print(
      `${address}\n\nWorks once, until ${until}. Give it to the owner of ${email} only: it opens the account.${publicUrl === null ? `\n${ASSUMED}` : ''}`,
    );
  return 0;
}

export async function setEmail(call: CommandCall, state: Database, [who, address]: string[]): Promise<number> {
  const { id } = await accountNamed(state, who);
  if (address === undefined) throw new UsageError('Say the new address.');
  await setAddress(state, id, address, Date.now());
  const { email } = await accountNamed(state, id);
  if (call.options.json) print({ id, email });
  else print(`${id} has the address ${email} from now on. The old one was not notified.`);
  return 0;
}

export async function block(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const reason = textOf(call, 'reason')?.trim() ?? '';
  if (reason === '' || reason.length > REASON_LENGTH_MAX)
    throw new UsageError(`Give the reason, for the record: --reason TEXT, ${REASON_LENGTH_MAX} characters at most.`);
  const { id, email } = await accountNamed(state, who);
  await blockAccount(state, id, reason, Date.now());
  if (call.options.json) print({ id, email, blocked: true, reason });
  else print(`Blocked within a second: ${id}. Its plan continues to be billed; its owner may want to cancel it.`);
  return 0;
}

export async function unblock(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const { id, email, blocked_at } = await accountNamed(state, who);
  const done = blocked_at !== null;
  if (done) await unblockAccount(state, id, Date.now());
  if (call.options.json) print({ id, email, blocked: false, unblocked: done });
  else
    print(done ? 'Let in again within a second: keys work, browsers sign in anew.' : 'This account was not blocked.');
  return done ? 0 : 1;
}

export async function remove(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const { id, email } = await accountNamed(state, who);
  if (!call.options.yes) throw new UsageError(`This cannot be undone. To delete ${email ?? id}, add --yes.`);
  const done = await deleteAccount(
    { state, sources: accountDataSources, endBilling: (account) => endSubscription(call, state, account) },
    id,
    null,
    Date.now(),
  );
  if (done === 'waiting')
    throw new UsageError(
      `What ${id} pays for cannot be ended now, so nothing was deleted: the payment provider does not answer, or is not set here.`,
    );
  if (call.options.json) print({ id, deleted: true });
  else print(`Deleted with everything stored about it: ${id}. Back-ups may contain it for a while.`);
  return 0;
}

/** The demo's own provider runs in the demo's process: accounts with a subscription are deleted on their page. */
async function endSubscription(call: CommandCall, state: Database, account: string): Promise<BillingEnd> {
  const { billing } = call.config;
  if (billing === null || billing === 'standIn') return endingOf(state, null)(account);
  return withProvider(call, state, (context) => endBilling(context, account));
}
