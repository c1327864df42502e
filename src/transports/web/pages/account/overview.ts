/** The first page of an account: plan, usage, keys and the most useful next step. */

import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import type { AccountPagesContext } from './context.ts';
import { accountView, signedIn } from './frame.ts';
import { commandBlock, curlWithVariable, keyLedger } from './keys.ts';
import { planWords } from './subscription.ts';
import { minute } from './usage.ts';

/** In order of priority: subscribe, fix a failed payment, create a key, send a first request, read the documentation. The demo account has a key. */
type Step = 'subscribe' | 'pay' | 'makeKey' | 'demoKey' | 'firstRequest' | 'read';
const STEP_PAGES: Record<Step, PageName> = {
  subscribe: 'subscription',
  pay: 'subscription',
  makeKey: 'keys',
  demoKey: 'keys',
  firstRequest: 'docs',
  read: 'docs',
};

export const overviewPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const { language, now } = request;
    const reader = signedIn(request);
    const [account, keys, month] = await Promise.all([
      context.account(reader.account, now),
      context.keys.list(reader.account, now),
      context.usage.month(reader.account, now),
    ]);
    const texts = textsOf(language).account.overview;
    const use = html`<h3>${texts.minute}</h3>${minute(request.context.allowance, reader.pro, language)}<p>${texts.month(wholeNumber(month, language))} <a href="${to('usage', language)}">${texts.details}</a></p>`;
    return accountView({
      section: 'account',
      language,
      ...(account?.email && { lead: account.email }),
      scripts: ['copy'],
      body: html`${nextStep(stepOf(reader, account, keys), request, context)}
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

function nextStep(step: Step, { language, origin }: PageRequest, { exampleCui }: AccountPagesContext): Html {
  const texts = textsOf(language).account.overview;
  const [text, go] = texts.steps[step];
  const command = html`<p class="small quiet">${texts.first}</p>${commandBlock(curlWithVariable({ origin, cui: exampleCui }))}`;
  const isMain = step !== 'firstRequest' && step !== 'read';
  const button = html`<p class="next"><a class="button${!isMain && ' second'}" href="${to(STEP_PAGES[step], language)}">${go}</a></p>`;
  // Without a key the button comes first, then the command.
  const steps =
    step === 'subscribe' || step === 'pay' ? button : isMain ? html`${button}${command}` : html`${command}${button}`;
  return html`<section class="next-step" aria-labelledby="next-step"><h2 id="next-step">${texts.next}</h2><p>${text}</p>${steps}</section>`;
}
