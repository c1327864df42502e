/** The words of the page of a subscription. */
import type { Language } from '#lib/i18n/message.ts';

/** `subscribe`: pay for it. The others lead to the provider: cards, bills, cancel; go on after all; only look back. */
export type Offer = 'subscribe' | 'manage' | 'resume' | 'lookBack';

/** `until`: the day to which keys work, where there is one. */
export type PlanWords = Record<
  'none' | 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceling' | 'canceled' | 'granted' | 'grantedUntil',
  (until: string) => string
>;

interface SubscriptionTexts {
  states: PlanWords;
  since: string;
  until: string;
  nextPayment: string;
  price: string;
  grantedBy: string;
  operator: string;
  offers: Record<Offer, string>;
  includes: string;
  makeKey: string;
  provider: string;
  notSold: string;
  write: string;
  awaited: string;
  confirmed: string;
  left: string;
}

export const subscriptionTexts: Record<Language, SubscriptionTexts> = {
  ro: {
    states: {
      none: () => 'Nu aveți abonament Pro.',
      incomplete: () => 'Plata nu este confirmată încă de banca dumneavoastră. Pro pornește după confirmare.',
      active: () => 'Abonamentul Pro este activ.',
      past_due: (until) =>
        `Ultima plată nu a reușit. Cheile funcționează până la ${until}; schimbați cardul până atunci.`,
      unpaid: () => 'Ultima plată nu a reușit, iar cheile nu mai funcționează. Schimbați cardul și pornesc din nou.',
      canceling: (until) => `Ați anulat abonamentul. Pro funcționează până la ${until} și nu se mai încasează nimic.`,
      canceled: () => 'Abonamentul Pro s-a încheiat. Nu se mai încasează nimic.',
      granted: () => 'Planul Pro v-a fost acordat de operator, fără termen.',
      grantedUntil: (until) => `Planul Pro v-a fost acordat de operator până la ${until}.`,
    },
    since: 'Din',
    until: 'Cheile funcționează până la',
    nextPayment: 'Următoarea plată',
    price: 'Preț',
    grantedBy: 'Acordat de',
    operator: 'operatorul serviciului',
    offers: {
      subscribe: 'Abonați-vă la Pro',
      manage: 'Card, facturi, anulare',
      resume: 'Continuați abonamentul',
      lookBack: 'Facturi și carduri',
    },
    includes: 'Ce cuprinde Pro',
    makeKey: 'Faceți o cheie API',
    provider:
      'Plătiți pe pagina furnizorului de plăți. Datele cardului nu ajung la noi; facturile vi le dă furnizorul.',
    notSold: 'Această instalare nu vinde nimic. Planul Pro îl acordă operatorul.',
    write: 'Scrieți la',
    awaited: 'Așteptăm confirmarea furnizorului de plăți. Pagina se actualizează singură; puteți și reveni mai târziu.',
    confirmed: 'Furnizorul a confirmat plata.',
    left: 'Nu ați plătit nimic. Puteți încerca din nou oricând.',
  },
  en: {
    states: {
      none: () => 'You have no Pro subscription.',
      incomplete: () => 'Your bank has not confirmed the payment yet. Pro starts when it has.',
      active: () => 'Your Pro subscription is active.',
      past_due: (until) => `The last payment failed. Keys work until ${until}; change the card before that day.`,
      unpaid: () => 'The last payment failed, and keys work no more. Change the card and they start again.',
      canceling: (until) => `You canceled the subscription. Pro works until ${until}, and nothing more is charged.`,
      canceled: () => 'The Pro subscription has ended. Nothing more is charged.',
      granted: () => 'The operator granted you Pro, without an end.',
      grantedUntil: (until) => `The operator granted you Pro until ${until}.`,
    },
    since: 'Since',
    until: 'Keys work until',
    nextPayment: 'Next payment',
    price: 'Price',
    grantedBy: 'Granted by',
    operator: 'the operator of the service',
    offers: {
      subscribe: 'Subscribe to Pro',
      manage: 'Card, invoices, cancel',
      resume: 'Go on with the subscription',
      lookBack: 'Invoices and cards',
    },
    includes: 'What Pro includes',
    makeKey: 'Make an API key',
    provider: 'You pay on the page of the payment provider. We never see the card; the provider gives you invoices.',
    notSold: 'This installation sells nothing. Pro is granted by its operator.',
    write: 'Write to',
    awaited:
      'Waiting for the payment provider’s confirmation. This page looks again by itself; you can come back later, too.',
    confirmed: 'The provider has confirmed the payment.',
    left: 'You paid nothing. You can try again at any time.',
  },
};
