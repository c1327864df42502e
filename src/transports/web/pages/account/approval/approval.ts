/**
 * The page of an errand: an app asked for something that only its person may do. It is shown to a browser of the same account alone,
 * does nothing when it is opened, and once when its form is sent.
 */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { Approval } from '#platform/approvals/approval.ts';
import type { Approvals } from '#platform/approvals/approvals.ts';
import { BACK, type Billing } from '#platform/billing/billing.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { formBounds } from '#transports/web/pages/account/form.ts';
import { nameOf } from '#transports/web/pages/account/keys/ledger.ts';
import { originOf } from '#transports/web/pages/account/origin.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { elsewhere, type SubscriptionPageNeeds } from '#transports/web/pages/account/subscription/subscription.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';

import { overView, questionView, unknownView } from './shown.ts';

export interface ApprovalPageNeeds {
  approvals: Approvals;
  keys: OwnerKeys;
  subscription: SubscriptionPageNeeds;
}

export const approvalPage = (needs: ApprovalPageNeeds): Page => ({
  path: addresses.approval,
  show: (request) => shown(needs, request),
  form: { bounds: formBounds(1), submit: (request) => taken(needs, request) },
});

const idOf = ({ params }: PageRequest): string => params.id ?? '';

async function shown({ approvals, keys, subscription }: ApprovalPageNeeds, request: PageRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now } = request;
  const approval = await approvals.find(account, idOf(request), now);
  if (approval === null) return unknownView(language);
  if (approval.state !== 'open') return overView({ approval, language }, subscription.settings);
  const key = approval.kind === 'revokeKey' ? await keys.find(account, approval.about ?? '') : null;
  const app = await approvals.appName(approval.client);
  const asked = { approval, id: idOf(request), app, language };
  return questionView({ ...asked, key: key && `${nameOf(key, language)} · ${key.hint}` }, subscription);
}

async function taken(needs: ApprovalPageNeeds, request: FormRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now, fields } = request;
  const approval = await needs.approvals.find(account, idOf(request), now);
  if (approval === null) return unknownView(language);
  const here = new RedirectError(to('approval', language, { id: idOf(request) }));
  if (approval.state === 'done' && approval.kind === 'checkout') throw (await sameCheckout(needs, account)) ?? here;
  if (approval.state !== 'open') throw here;
  const wish = fields.get('do');
  if (wish === 'decline') await needs.approvals.close(approval, 'declined', now);
  if (wish !== 'go') throw here;
  throw (await gone(needs, request, approval)) ?? here;
}

/** Who pressed twice is led to the one checkout that there is; a link that was used opens no other. */
async function sameCheckout(
  { subscription: { billing } }: ApprovalPageNeeds,
  account: string,
): Promise<RedirectError | null> {
  const address = (await billing?.checkoutAt(account)) ?? null;
  return address === null ? null : elsewhere(address);
}

/** Does what was asked for, and says where the person goes on; null: they stay here, and read what became of it. */
async function gone(needs: ApprovalPageNeeds, request: FormRequest, approval: Approval): Promise<RedirectError | null> {
  const { approvals, keys, subscription } = needs;
  const { language, now, origin } = request;
  const { account, kind, about } = approval;
  // It is closed when the key is made.
  if (kind === 'makeKey') return new RedirectError(toQuery('keys', language, { errand: idOf(request) }));
  if (kind === 'revokeKey') {
    await keys.revoke(account, about ?? '', originOf(request), now);
    await approvals.close(approval, 'done', now);
    return null;
  }
  const { billing } = subscription;
  if (billing === null) throw new ApiError('NOT_FOUND', messages.errandPage.notSold());
  if (kind === 'cancel' || kind === 'resume') {
    await billing.renew(account, kind === 'resume');
    await approvals.close(approval, 'done', now);
    return null;
  }
  const place = await provided(billing, kind, { account, language, origin });
  if (await approvals.close(approval, 'done', now)) return place;
  // Pressed twice, or declined in another window meanwhile.
  return (await approvals.find(account, idOf(request), now))?.state === 'done' ? place : null;
}

/** A page of the provider, or of ours where nothing is to be paid. */
async function provided(
  billing: Billing,
  kind: 'checkout' | 'manage',
  buyer: Parameters<Billing['manage']>[0],
): Promise<RedirectError> {
  if (kind === 'manage') return elsewhere(await billing.manage(buyer));
  const sent = await billing.subscribe(buyer);
  if (typeof sent !== 'string') return elsewhere(sent.to);
  return new RedirectError(toQuery('subscription', buyer.language, sent === 'confirming' ? { back: BACK.paid } : {}));
}
