/** The page of an approval that an app requested: only a browser of the same account sees it, and only its form executes the approval. */

import { ApiError } from '#api/api-error.ts';
import { hourOf } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import type { Approval, ApprovalKind } from '#platform/approvals/approval.ts';
import type { Billing } from '#platform/billing/billing.ts';
import { BACK } from '#platform/billing/checkout.ts';
import { type BillingSettings, payOrigins } from '#platform/billing/settings.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { authView, successNotice } from './auth/view.ts';
import type { AccountPagesContext } from './context.ts';
import { formBounds, line, originOf, signedIn, siteContext } from './frame.ts';
import { nameOf } from './keys.ts';
import { providerRedirect, type SubscriptionContext } from './subscription.ts';

export const approvalPage = (context: AccountPagesContext): Page => ({
  show: (request) => show(context, request),
  form: { bounds: formBounds(1), submit: (request) => submit(context, request) },
});

const idOf = ({ params }: PageRequest): string => params.id ?? '';

async function show({ approvals, keys, subscription }: AccountPagesContext, request: PageRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now } = request;
  const approval = await approvals.find(account, idOf(request), now);
  if (approval === null) return unknownView(language);
  if (approval.state !== 'open') return stateView({ approval, language }, subscription.settings);
  const key = approval.kind === 'revokeKey' ? await keys.find(account, approval.about ?? '') : null;
  const app = await approvals.appName(approval.client);
  const question = { approval, id: idOf(request), app, language };
  return questionView({ ...question, key: key && `${nameOf(key, language)} · ${key.hint}` }, subscription);
}

async function submit(context: AccountPagesContext, request: FormRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now, fields } = request;
  const approval = await context.approvals.find(account, idOf(request), now);
  if (approval === null) return unknownView(language);
  const here = new RedirectError(to('approval', language, { id: idOf(request) }));
  if (approval.state === 'done' && approval.kind === 'checkout') throw (await sameCheckout(context, account)) ?? here;
  if (approval.state !== 'open') throw here;
  const choice = fields.get('do');
  if (choice === 'decline') await context.approvals.close(approval, 'declined', now);
  if (choice !== 'go') throw here;
  throw (await execute(context, request, approval)) ?? here;
}

/** A second click opens the checkout of the first; a used link opens none. */
async function sameCheckout(
  { subscription: { billing } }: AccountPagesContext,
  account: string,
): Promise<RedirectError | null> {
  const address = (await billing?.checkoutAt(account)) ?? null;
  return address === null ? null : providerRedirect(address);
}

/** Executes the approval and returns the next page; null: the reader stays and sees the new state. */
async function execute(
  context: AccountPagesContext,
  request: FormRequest,
  approval: Approval,
): Promise<RedirectError | null> {
  const { approvals, keys, subscription } = context;
  const { language, now, origin } = request;
  const { account, kind, about } = approval;
  // The page of keys closes the approval when the key is created.
  if (kind === 'makeKey') return new RedirectError(toQuery('keys', language, { errand: idOf(request) }));
  if (kind === 'revokeKey') {
    await keys.revoke(account, about ?? '', originOf(request), siteContext(request));
    await approvals.close(approval, 'done', now);
    return null;
  }
  const { billing } = subscription;
  if (billing === null) throw new ApiError('NOT_FOUND', messages.approvalPage.notSold());
  if (kind === 'cancel' || kind === 'resume') {
    await billing.renew(account, kind === 'resume');
    await approvals.close(approval, 'done', now);
    return null;
  }
  const next = await providerPage(billing, kind, { account, language, origin });
  if (await approvals.close(approval, 'done', now)) return next;
  // A second click, or a refusal in another window.
  return (await approvals.find(account, idOf(request), now))?.state === 'done' ? next : null;
}

/** A page of the payment provider, or the subscription page where nothing is due. */
async function providerPage(
  billing: Billing,
  kind: 'checkout' | 'manage',
  buyer: Parameters<Billing['manage']>[0],
): Promise<RedirectError> {
  if (kind === 'manage') return providerRedirect(await billing.manage(buyer));
  const sent = await billing.subscribe(buyer);
  if (typeof sent !== 'string') return providerRedirect(sent.to);
  return new RedirectError(toQuery('subscription', buyer.language, sent === 'confirming' ? { back: BACK.paid } : {}));
}

interface Question {
  approval: Approval;
  id: string;
  /** The name that the app registered. */
  app: string;
  /** Name of the key to be revoked, as its owner named it. */
  key: string | null;
  language: Language;
}

type Selling = Pick<SubscriptionContext, 'settings' | 'priceOf'>;
type Row = readonly [name: string, value: string | Html];

/** The address is secret: it identifies one approval of one account. */
const frame = (title: string, lead: string | Html, body: Html, more: Partial<View> = {}): View =>
  authView({ title, lead, body, hasSecretAddress: 'withForm', ...more });

function questionView({ approval, id, app, key, language }: Question, selling: Selling): View {
  const texts = textsOf(language).account.approval;
  const { kind } = approval;
  const rows = rowsOf(approval, key, selling, language);
  const isGrave = kind === 'cancel' || kind === 'revokeKey';
  const body = html`<dl class="facts plan-facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl><p class="approval-effect">${texts.does[kind]}</p><p class="small quiet">${texts.check}</p>
<form class="approval-form" method="post" action="${to('approval', language, { id })}"><button class="button${isGrave && ' grave'}" type="submit" name="do" value="go">${texts.go[kind]}</button><button class="button second" type="submit" name="do" value="decline">${texts.decline}</button></form>`;
  const leadsTo = selling.settings ? payOrigins(selling.settings) : [];
  return frame(texts.titles[kind], texts.requestedBy(app), body, { formOrigins: leadsTo });
}

function rowsOf(
  { kind, about, expiresAt }: Approval,
  key: string | null,
  { settings, priceOf }: Selling,
  language: Language,
): Row[] {
  const texts = textsOf(language).account.approval;
  const price: Row[] = settings ? [[texts.rows.price, priceOf(settings.price, language)]] : [];
  const renewal: Row[] = settings ? [[texts.rows.renewal, texts.renews[settings.price.per]]] : [];
  const until: Row = [texts.rows.until, texts.within(hourOf(expiresAt))];
  if (kind === 'checkout')
    return [[texts.rows.plan, texts.pro], ...price, ...renewal, [texts.rows.payment, texts.pays], until];
  if (kind === 'resume') return [[texts.rows.plan, texts.pro], ...price, ...renewal, until];
  if (kind === 'makeKey') return [[texts.rows.key, line(about) || texts.nameless], until];
  if (kind === 'revokeKey') return [[texts.rows.key, key ?? texts.nameless], until];
  return [[texts.rows.plan, texts.pro], until];
}

/** The final state of the approval. */
function stateView(
  { approval, language }: Pick<Question, 'approval' | 'language'>,
  settings: BillingSettings | null,
): View {
  const texts = textsOf(language).account.approval;
  const { kind, state } = approval;
  const [page, text] = isOfKeys(kind)
    ? (['keys', texts.toKeys] as const)
    : (['subscription', texts.toSubscription] as const);
  const notice =
    state === 'done'
      ? successNotice(texts.done[kind])
      : alert({
          grade: 'note',
          heading: state === 'declined' ? texts.declined : texts.expired,
          lines: [state === 'declined' ? texts.declinedLine : texts.expiredLine],
        });
  const body = html`<div class="notice">${notice}</div><p class="next"><a href="${to(page, language)}">${text}</a></p>`;
  return frame(texts.titles[kind], texts.back, body, { formOrigins: settings ? payOrigins(settings) : [] });
}

/** An unknown approval and one of another account look the same. */
function unknownView(language: Language): View {
  const texts = textsOf(language).account.approval;
  const [first = '', ...others] = texts.unknownLines;
  const body = html`${others.map((each) => html`<p>${each}</p>`)}<p class="next"><a href="${to('account', language)}">${texts.account}</a></p>`;
  return frame(texts.unknown, first, body, { status: 404 });
}

const isOfKeys = (kind: ApprovalKind): boolean => kind === 'makeKey' || kind === 'revokeKey';
