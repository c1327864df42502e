/** The stand-in's checkout and customer portal, with play cards. */

import type Stripe from 'stripe';
import { textsOf } from '#locales/texts.ts';

type Language = 'ro' | 'en';

export const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1a1d21;background:#fff}
h1{font-size:1.3rem}form{display:grid;gap:.6rem;margin:1rem 0}button,a.back{font:inherit;padding:.7rem 1rem;border:1px solid #555;border-radius:.4rem;background:#f4f5f7;color:inherit;text-align:left;cursor:pointer}
button.main{background:#173f7a;color:#fff;border-color:#173f7a}.sum{font-size:1.4rem;font-weight:600}.warn{border-left:4px solid #b3261e;padding-left:.8rem}
@media (prefers-color-scheme:dark){body{color:#e8eaed;background:#16181c}button,a.back{background:#24272d}}`;

const languageOf = (locale: string | null | undefined): Language => (locale === 'ro' ? 'ro' : 'en');

/** `step`: what the buyer chose before. */
export function checkoutPage(session: Stripe.Checkout.Session, step: 'first' | 'declined' | 'action'): string {
  const language = languageOf(session.locale);
  const words = textsOf(language).demo.billing.pages;
  if (session.status !== 'open') return page(language, words.pay, `<p>${words.over}</p>`);
  const sum = `<p>${words.product}</p><p class="sum">${money(session.amount_total, session.currency, language)}</p>`;
  if (step === 'action')
    return page(
      language,
      words.pay,
      `${sum}<p>${words.confirm}</p>${buttons([
        ['confirms', words.confirms],
        ['declined', words.denies],
      ])}`,
    );
  const warning = step === 'declined' ? `<p class="warn" role="alert">${words.refused}</p>` : '';
  const cards = buttons([
    ['pays', words.pays],
    ['declined', words.declined],
    ['action', words.action],
    ['closes', words.closes],
  ]);
  return page(language, words.pay, `<p>${words.demo}</p>${sum}${warning}${cards}`);
}

export function portalPage(portal: Stripe.BillingPortal.Session, subscription: Stripe.Subscription | null): string {
  const language = languageOf(portal.locale);
  const words = textsOf(language).demo.billing.pages;
  const back = `<p><a class="back" href="${escaped(portal.return_url ?? '/')}">${words.back}</a></p>`;
  if (!subscription) return page(language, words.portal, `<p>${words.none}</p>${back}`);
  const [item] = subscription.items.data;
  const per = words.per[(item?.price.recurring?.interval ?? 'month') as keyof typeof words.per];
  const states: Readonly<Record<string, string>> = words.states;
  const state = subscription.cancel_at_period_end ? words.ends : (states[subscription.status] ?? subscription.status);
  const sum = `<p class="sum">${money(item?.price.unit_amount ?? null, subscription.currency, language)} ${per}</p><p>${escaped(state)}</p>`;
  const choices: [string, string][] = [
    subscription.cancel_at_period_end ? ['resume', words.resume] : ['cancel', words.cancel],
    ['renew', words.renew],
    ['fails', words.fails],
    ['works', words.works],
  ];
  return page(language, words.portal, `<p>${words.demo}</p>${sum}${buttons(choices)}${back}`);
}

const buttons = (choices: readonly (readonly [string, string])[]): string =>
  `<form method="post">${choices.map(([value, text], i) => `<button name="card" value="${value}"${i === 0 ? ' class="main"' : ''}>${text}</button>`).join('')}</form>`;

const money = (amount: number | null, currency: string | null, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? 'RON' }).format((amount ?? 0) / 100);

const page = (language: Language, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="../../style.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
