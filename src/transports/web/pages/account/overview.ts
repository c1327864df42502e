/** The first page of an account: its plan in plain words, what it uses, its keys, and the one thing to do next. */

import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { OwnerUsage } from '#platform/usage/owner-usage.ts';
import { addresses, type PageName, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { commandBlock, curlWithVariable } from './curl.ts';
import { accountView } from './frame.ts';
import type { KeysNeeds } from './keys/keys.ts';
import { keyLedger } from './keys/ledger.ts';
import { minute } from './minute.ts';
import { planWords } from './plan-words.ts';
import { signedIn } from './signed-in.ts';

export interface OverviewNeeds extends KeysNeeds {
  usage: OwnerUsage;
}

/** What helps most: Pro, a payment that failed, then a key (the demo's account has one), then a first request with it; whoever has all of it reads what there is to ask. */
type Step = 'subscribe' | 'pay' | 'makeKey' | 'demoKey' | 'firstRequest' | 'read';
const LEADS: Record<Step, PageName> = {
  subscribe: 'subscription',
  pay: 'subscription',
  makeKey: 'keys',
  demoKey: 'keys',
  firstRequest: 'docs',
  read: 'docs',
};

export const overviewPage = (needs: OverviewNeeds): Page => ({
  path: addresses.account,
  async show(request) {
    const { language, now, context } = request;
    const reader = signedIn(request);
    const [account, keys, month] = await Promise.all([
      needs.account(reader.account, now),
      needs.keys.list(reader.account, now),
      needs.usage.month(reader.account, now),
    ]);
    const texts = textsOf(language).account.overview;
    const use = html`<h3>${texts.minute}</h3>${minute(context.allowance, reader.pro, language)}<p>${texts.month(wholeNumber(month, language))} <a href="${to('usage', language)}">${texts.details}</a></p>`;
    return accountView({
      section: 'account',
      language,
      ...(account?.email && { lead: account.email }),
      scripts: ['copy'],
      body: html`${nextStep(stepOf(reader, account, keys), request, needs)}
${account && card({ id: 'plan', title: texts.plan, body: plan(account, now, language) })}
${card({ id: 'use', title: texts.use, body: use })}
${keys.length > 0 && card({ id: 'keys', title: texts.keys, body: html`${keyLedger(keys, request)}<p class="next"><a href="${to('keys', language)}">${texts.allKeys}</a></p>` })}`,
    });
  },
});

const plan = (account: AccountRow, now: number, language: Language): Html =>
  html`<p>${planWords(account, now, language)}</p><p class="small"><a href="${to('subscription', language)}">${textsOf(language).account.overview.subscription}</a></p>`;

function stepOf({ account: id, pro }: Reader, account: AccountRow | null, keys: readonly KeyRow[]): Step {
  if (account?.state === 'past_due' && account.granted_by === 'provider') return 'pay';
  if (!pro) return 'subscribe';
  if (isDemoAccount(id)) return 'demoKey';
  if (keys.length === 0) return 'makeKey';
  return keys.every(({ last_used_at }) => last_used_at === null) ? 'firstRequest' : 'read';
}

function nextStep(step: Step, { language, origin }: PageRequest, { exampleCui }: OverviewNeeds): Html {
  const texts = textsOf(language).account.overview;
  const [text, go] = texts.steps[step];
  const command = html`<p class="small quiet">${texts.first}</p>${commandBlock(curlWithVariable({ origin, cui: exampleCui }))}`;
  const isMain = step !== 'firstRequest' && step !== 'read';
  const button = html`<p class="next"><a class="button${!isMain && ' second'}" href="${to(LEADS[step], language)}">${go}</a></p>`;
  // Who has no key makes one first, and then sees what to do with it.
  const steps =
    step === 'subscribe' || step === 'pay' ? button : isMain ? html`${button}${command}` : html`${command}${button}`;
  return html`<section class="next-step" aria-labelledby="next-step"><h2 id="next-step">${texts.next}</h2><p>${text}</p>${steps}</section>`;
}
