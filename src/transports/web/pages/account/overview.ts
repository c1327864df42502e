/** The first page of an account: its plan in plain words, what it uses, its keys, and the one thing to do next. */

import type { Language } from '#lib/i18n/message.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { OwnerUsage } from '#platform/usage/owner-usage.ts';
import { addresses, type PageName, to } from '#transports/web/addresses.ts';
import { sheet } from '#transports/web/components/card.ts';
import { wholeNumber } from '#transports/web/formats/numbers.ts';
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

interface Texts {
  plan: string;
  subscription: string;
  next: string;
  steps: Record<Step, readonly [text: string, go: string]>;
  first: string;
  use: string;
  minute: string;
  month: (requests: string) => string;
  details: string;
  keys: string;
  allKeys: string;
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

const texts: Record<Language, Texts> = {
  ro: {
    plan: 'Plan',
    subscription: 'Abonament și facturi',
    next: 'Pasul următor',
    steps: {
      subscribe: ['Cu Pro primiți chei API, liste întregi și textul documentelor.', 'Vedeți abonamentul Pro'],
      makeKey: ['Contul are Pro. Faceți o cheie și primiți primul răspuns într-un minut.', 'Faceți o cheie'],
      pay: ['Ultima plată nu a reușit. Schimbați cardul, ca să nu se oprească cheile.', 'Schimbați cardul'],
      demoKey: ['Contul demonstrativ are Pro și o cheie publică, a tuturor.', 'Vedeți cheia'],
      firstRequest: ['Aveți o cheie, nefolosită încă. Întrebați ceva cu ea:', 'Toate operațiile, cu consolă'],
      read: ['Cheile dumneavoastră merg. Iată ce se mai poate întreba.', 'Toate operațiile, cu consolă'],
    },
    first: 'Prima cerere, cu cheia pusă în variabila FIRMOTECA_KEY:',
    use: 'Consum',
    minute: 'Ultimul minut',
    month: (requests) => `Cereri în această lună: ${requests}.`,
    details: 'Consumul pe zile, operații și chei',
    keys: 'Chei API',
    allKeys: 'Toate cheile',
  },
  en: {
    plan: 'Plan',
    subscription: 'Subscription and invoices',
    next: 'Next step',
    steps: {
      subscribe: ['Pro gives API keys, whole lists and the texts of documents.', 'See the Pro subscription'],
      makeKey: ['The account has Pro. Make a key and have a first answer in a minute.', 'Make a key'],
      pay: ['The last payment failed. Change the card, so that your keys do not stop.', 'Change the card'],
      demoKey: ['The demo account has Pro and a public key, everybody’s.', 'See the key'],
      firstRequest: ['You have a key that was not used yet. Ask something with it:', 'All operations, with a console'],
      read: ['Your keys work. See what else can be asked.', 'All operations, with a console'],
    },
    first: 'A first request, with the key put into the variable FIRMOTECA_KEY:',
    use: 'Usage',
    minute: 'Last minute',
    month: (requests) => `Requests in this month: ${requests}.`,
    details: 'Usage by day, operation and key',
    keys: 'API keys',
    allKeys: 'All keys',
  },
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
    const words = texts[language];
    const use = html`<h3>${words.minute}</h3>${minute(context.allowance, reader.pro, language)}<p>${words.month(wholeNumber(month, language))} <a href="${to('usage', language)}">${words.details}</a></p>`;
    return accountView({
      section: 'account',
      language,
      ...(account?.email && { lead: account.email }),
      islands: ['copy'],
      body: html`${nextStep(stepOf(reader, account, keys), request, needs)}
${account && sheet({ id: 'plan', title: words.plan, body: plan(account, now, language) })}
${sheet({ id: 'use', title: words.use, body: use })}
${keys.length > 0 && sheet({ id: 'keys', title: words.keys, body: html`${keyLedger(keys, request)}<p class="next"><a href="${to('keys', language)}">${words.allKeys}</a></p>` })}`,
    });
  },
});

const plan = (account: AccountRow, now: number, language: Language): Html =>
  html`<p>${planWords(account, now, language)}</p><p class="small"><a href="${to('subscription', language)}">${texts[language].subscription}</a></p>`;

function stepOf({ account: id, pro }: Reader, account: AccountRow | null, keys: readonly KeyRow[]): Step {
  if (account?.state === 'past_due' && account.granted_by === 'provider') return 'pay';
  if (!pro) return 'subscribe';
  if (isDemoAccount(id)) return 'demoKey';
  if (keys.length === 0) return 'makeKey';
  return keys.every(({ last_used_at }) => last_used_at === null) ? 'firstRequest' : 'read';
}

function nextStep(step: Step, { language, origin }: PageRequest, { exampleCui }: OverviewNeeds): Html {
  const words = texts[language];
  const [text, go] = words.steps[step];
  const command = html`<p class="small quiet">${words.first}</p>${commandBlock(curlWithVariable({ origin, cui: exampleCui }))}`;
  const isMain = step !== 'firstRequest' && step !== 'read';
  const button = html`<p class="next"><a class="button${!isMain && ' second'}" href="${to(LEADS[step], language)}">${go}</a></p>`;
  // Who has no key makes one first, and then sees what to do with it.
  const steps =
    step === 'subscribe' || step === 'pay' ? button : isMain ? html`${button}${command}` : html`${command}${button}`;
  return html`<section class="next-step" aria-labelledby="next-step"><h2 id="next-step">${words.next}</h2><p>${text}</p>${steps}</section>`;
}
