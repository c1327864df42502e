/** How an errand looks to its person: who asks, what will happen, and the two ways on; or what became of it. */

import { hourOf } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Approval, ApprovalKind } from '#platform/approvals/approval.ts';
import { type BillingSettings, payOrigins } from '#platform/billing/settings.ts';
import { to } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { entranceView } from '#transports/web/pages/account/auth/frame.ts';
import { good } from '#transports/web/pages/account/auth/notices.ts';
import { line } from '#transports/web/pages/account/form.ts';
import type { SubscriptionPageNeeds } from '#transports/web/pages/account/subscription/subscription.ts';
import type { View } from '#transports/web/routing/page.ts';

export interface Asked {
  approval: Approval;
  id: string;
  /** As it calls itself. */
  app: string;
  /** Of a key that is to be revoked, as its owner knows it. */
  key: string | null;
  language: Language;
}

type Selling = Pick<SubscriptionPageNeeds, 'settings' | 'priceOf'>;
type Row = readonly [name: string, value: string | Html];

/** Its address is for one person: nobody else learns of it. */
const frame = (title: string, lead: string | Html, body: Html, more: Partial<View> = {}): View =>
  entranceView({ title, lead, body, hasSecretAddress: 'withForm', ...more });

export function questionView({ approval, id, app, key, language }: Asked, selling: Selling): View {
  const texts = textsOf(language).account.approval;
  const { kind } = approval;
  const rows = rowsOf(approval, key, selling, language);
  const isGrave = kind === 'cancel' || kind === 'revokeKey';
  const body = html`<dl class="facts plan-facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl><p class="errand-does">${texts.does[kind]}</p><p class="small quiet">${texts.check}</p>
<form class="errand-verdict" method="post" action="${to('approval', language, { id })}"><button class="button${isGrave && ' grave'}" type="submit" name="do" value="go">${texts.go[kind]}</button><button class="button second" type="submit" name="do" value="decline">${texts.decline}</button></form>`;
  const leadsTo = selling.settings ? payOrigins(selling.settings) : [];
  return frame(texts.titles[kind], texts.asks(app), body, { formOrigins: leadsTo });
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

/** What became of it, with the way on. */
export function overView(
  { approval, language }: Pick<Asked, 'approval' | 'language'>,
  settings: BillingSettings | null,
): View {
  const texts = textsOf(language).account.approval;
  const { kind, state } = approval;
  const [page, text] = isOfKeys(kind)
    ? (['keys', texts.toKeys] as const)
    : (['subscription', texts.toSubscription] as const);
  const notice =
    state === 'done'
      ? good(texts.done[kind])
      : alert({
          grade: 'note',
          heading: state === 'declined' ? texts.declined : texts.expired,
          lines: [state === 'declined' ? texts.declinedLine : texts.expiredLine],
        });
  const body = html`<div class="notice">${notice}</div><p class="next"><a href="${to(page, language)}">${text}</a></p>`;
  return frame(texts.titles[kind], texts.back, body, { formOrigins: settings ? payOrigins(settings) : [] });
}

/** The same for one that never was and for one of another account: nothing is said of either. */
export function unknownView(language: Language): View {
  const texts = textsOf(language).account.approval;
  const [first = '', ...others] = texts.unknownLines;
  const body = html`${others.map((each) => html`<p>${each}</p>`)}<p class="next"><a href="${to('account', language)}">${texts.account}</a></p>`;
  return frame(texts.unknown, first, body, { status: 404 });
}

const isOfKeys = (kind: ApprovalKind): boolean => kind === 'makeKey' || kind === 'revokeKey';
