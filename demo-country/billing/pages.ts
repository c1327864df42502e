/** The pages on which customers of the stand-in pay and manage what they pay: with cards that nobody has. */
import type Stripe from 'stripe';

type Language = 'ro' | 'en';

const TEXTS = {
  ro: {
    pay: 'Plată demonstrativă',
    demo: 'Nimic de aici nu este adevărat: nu se încasează bani. Alegeți ce face cardul.',
    product: 'Firmoteca Pro',
    pays: 'Cardul plătește',
    declined: 'Cardul este refuzat',
    action: 'Banca cere confirmare',
    closes: 'Înapoi fără plată',
    refused: 'Cardul a fost refuzat. Puteți încerca altul.',
    confirm: 'Banca dumneavoastră cere confirmarea plății.',
    confirms: 'Confirm plata',
    denies: 'Nu confirm',
    over: 'Această plată nu mai este deschisă.',
    portal: 'Administrarea abonamentului (demonstrativ)',
    none: 'Nu există niciun abonament.',
    cancel: 'Anulează la sfârșitul perioadei',
    resume: 'Continuă abonamentul',
    fails: 'Cardul nu mai plătește: trece o perioadă',
    works: 'Card nou, care plătește',
    renew: 'Trece o perioadă',
    back: 'Înapoi',
    states: {
      active: 'Activ',
      past_due: 'Plată restantă',
      unpaid: 'Neplătit',
      incomplete: 'Așteaptă confirmarea băncii',
    },
    ends: 'Se încheie la sfârșitul perioadei',
    per: { day: 'pe zi', week: 'pe săptămână', month: 'pe lună', year: 'pe an' },
  },
  en: {
    pay: 'Demo payment',
    demo: 'Nothing here is real: no money is charged. Choose what the card does.',
    product: 'Firmoteca Pro',
    pays: 'The card pays',
    declined: 'The card is declined',
    action: 'The bank wants a confirmation',
    closes: 'Back without paying',
    refused: 'The card was declined. You can try another one.',
    confirm: 'Your bank wants you to confirm the payment.',
    confirms: 'I confirm',
    denies: 'I do not confirm',
    over: 'This payment is open no more.',
    portal: 'Managing the subscription (demo)',
    none: 'There is no subscription.',
    cancel: 'Cancel at the end of the period',
    resume: 'Go on with the subscription',
    fails: 'The card pays no more: a period passes',
    works: 'A new card, which pays',
    renew: 'A period passes',
    back: 'Back',
    states: { active: 'Active', past_due: 'Payment overdue', unpaid: 'Unpaid', incomplete: 'Waits for the bank' },
    ends: 'Ends with the period',
    per: { day: 'a day', week: 'a week', month: 'a month', year: 'a year' },
  },
} as const;

export const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1a1d21;background:#fff}
h1{font-size:1.3rem}form{display:grid;gap:.6rem;margin:1rem 0}button,a.back{font:inherit;padding:.7rem 1rem;border:1px solid #555;border-radius:.4rem;background:#f4f5f7;color:inherit;text-align:left;cursor:pointer}
button.main{background:#173f7a;color:#fff;border-color:#173f7a}.sum{font-size:1.4rem;font-weight:600}.warn{border-left:4px solid #b3261e;padding-left:.8rem}
@media (prefers-color-scheme:dark){body{color:#e8eaed;background:#16181c}button,a.back{background:#24272d}}`;

const languageOf = (locale: string | null | undefined): Language => (locale === 'ro' ? 'ro' : 'en');

/** `step`: what the buyer chose before. */
export function checkoutPage(session: Stripe.Checkout.Session, step: 'first' | 'declined' | 'action'): string {
  const language = languageOf(session.locale);
  const words = TEXTS[language];
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
  const words = TEXTS[language];
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
