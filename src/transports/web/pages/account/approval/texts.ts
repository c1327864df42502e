/** The words of the page on which a person finishes what an app asked for. */

import type { Language } from '#lib/i18n/message.ts';
import type { ApprovalKind } from '#platform/approvals/approval.ts';

interface ApprovalTexts {
  titles: Record<ApprovalKind, string>;
  /** What happens when the person goes on. */
  does: Record<ApprovalKind, string>;
  go: Record<ApprovalKind, string>;
  done: Record<ApprovalKind, string>;
  asks: (app: string) => string;
  rows: { plan: string; price: string; renewal: string; payment: string; key: string; until: string };
  pro: string;
  renews: { month: string; year: string };
  pays: string;
  nameless: string;
  within: (hour: string) => string;
  decline: string;
  check: string;
  declined: string;
  declinedLine: string;
  expired: string;
  expiredLine: string;
  back: string;
  toSubscription: string;
  toKeys: string;
  unknown: string;
  unknownLines: readonly string[];
  account: string;
}

export const approvalTexts: Record<Language, ApprovalTexts> = {
  ro: {
    titles: {
      checkout: 'Vă abonați la Pro?',
      manage: 'Carduri și facturi',
      cancel: 'Anulați abonamentul Pro?',
      resume: 'Continuați abonamentul Pro?',
      makeKey: 'Faceți o cheie API?',
      revokeKey: 'Revocați o cheie API?',
    },
    does: {
      checkout: 'Mergeți la pagina furnizorului de plăți. Nu se încasează nimic înainte să plătiți acolo.',
      manage: 'Mergeți la pagina furnizorului de plăți: carduri, facturi, anulare.',
      cancel: 'Pro funcționează până la sfârșitul perioadei plătite. Nu se mai încasează nimic.',
      resume: 'Abonamentul se reînnoiește la sfârșitul perioadei și se încasează din nou atunci.',
      makeKey: 'Cheia se arată o singură dată, pe pagina cheilor. Aplicația nu o vede niciodată.',
      revokeKey: 'Programele care o folosesc se opresc de îndată. O cheie revocată nu mai poate fi pusă la loc.',
    },
    go: {
      checkout: 'Mergeți la plată',
      manage: 'Mergeți la furnizor',
      cancel: 'Anulează abonamentul',
      resume: 'Continuă abonamentul',
      makeKey: 'Mergeți la chei',
      revokeKey: 'Revocă cheia',
    },
    done: {
      checkout: 'Ați mers la plată. Pro pornește când furnizorul de plăți o confirmă.',
      manage: 'Ați mers la pagina furnizorului de plăți.',
      cancel: 'Furnizorul de plăți a fost anunțat: abonamentul nu se mai reînnoiește.',
      resume: 'Furnizorul de plăți a fost anunțat: abonamentul continuă.',
      makeKey: 'Ați făcut cheia.',
      revokeKey: 'Cheia este revocată.',
    },
    asks: (app) => `Cererea vine de la aplicația „${app}”, conectată la contul dumneavoastră.`,
    rows: {
      plan: 'Plan',
      price: 'Preț',
      renewal: 'Reînnoire',
      payment: 'Plata',
      key: 'Cheia',
      until: 'Legătura expiră',
    },
    pro: 'Pro',
    renews: {
      month: 'în fiecare lună, până când anulați; Pro rămâne până la sfârșitul lunii plătite',
      year: 'în fiecare an, până când anulați; Pro rămâne până la sfârșitul anului plătit',
    },
    pays: 'la furnizorul de plăți; datele cardului nu ajung la noi și nici la aplicație',
    nameless: 'fără nume',
    within: (hour) => `la ${hour}`,
    decline: 'Nu, refuz',
    check: 'Dacă nu ați cerut chiar dumneavoastră asta în aplicație, refuzați.',
    declined: 'Ați refuzat',
    declinedLine: 'Nu s-a schimbat nimic. Aplicația află numai că ați refuzat.',
    expired: 'Legătura a expirat',
    expiredLine: 'Nu s-a schimbat nimic. Dacă doriți în continuare, cereți alta în aplicație.',
    back: 'Vă puteți întoarce în aplicație.',
    toSubscription: 'La abonament',
    toKeys: 'La cheile contului',
    unknown: 'Această cerere nu este pentru contul dumneavoastră',
    unknownLines: [
      'Legătura nu există, a fost ștearsă sau este a altui cont.',
      'Dacă v-a dat-o o aplicație, intrați cu contul la care ați conectat acea aplicație. Dacă v-a trimis-o altcineva, nu aveți ce face cu ea.',
    ],
    account: 'La contul dumneavoastră',
  },
  en: {
    titles: {
      checkout: 'Subscribe to Pro?',
      manage: 'Cards and invoices',
      cancel: 'Cancel the Pro subscription?',
      resume: 'Go on with the Pro subscription?',
      makeKey: 'Make an API key?',
      revokeKey: 'Revoke an API key?',
    },
    does: {
      checkout: 'You go on to the page of the payment provider. Nothing is charged before you pay there.',
      manage: 'You go on to the page of the payment provider: cards, invoices, canceling.',
      cancel: 'Pro works to the end of the period that is paid. Nothing more is charged.',
      resume: 'The subscription renews at the end of the period, and is charged again then.',
      makeKey: 'The key is shown once, on the page of your keys. The app never sees it.',
      revokeKey: 'Programs that use it stop at once. A revoked key cannot be put back.',
    },
    go: {
      checkout: 'Go on to the payment',
      manage: 'Go on to the provider',
      cancel: 'Cancel the subscription',
      resume: 'Go on with the subscription',
      makeKey: 'Go on to the keys',
      revokeKey: 'Revoke the key',
    },
    done: {
      checkout: 'You went on to the payment. Pro starts when the payment provider confirms it.',
      manage: 'You went on to the page of the payment provider.',
      cancel: 'The payment provider was told: the subscription is not renewed.',
      resume: 'The payment provider was told: the subscription goes on.',
      makeKey: 'You made the key.',
      revokeKey: 'The key is revoked.',
    },
    asks: (app) => `The app “${app}”, which is connected to your account, asked for it.`,
    rows: {
      plan: 'Plan',
      price: 'Price',
      renewal: 'Renewal',
      payment: 'Payment',
      key: 'Key',
      until: 'The link expires',
    },
    pro: 'Pro',
    renews: {
      month: 'each month, until you cancel; Pro stays to the end of the month that is paid',
      year: 'each year, until you cancel; Pro stays to the end of the year that is paid',
    },
    pays: 'with the payment provider; neither we nor the app see the card',
    nameless: 'without a name',
    within: (hour) => `at ${hour}`,
    decline: 'No, decline',
    check: 'If you did not ask for this in the app yourself, decline.',
    declined: 'You declined',
    declinedLine: 'Nothing was changed. The app learns only that you declined.',
    expired: 'The link has expired',
    expiredLine: 'Nothing was changed. If you still want it, ask for another one in the app.',
    back: 'You can go back to the app.',
    toSubscription: 'To the subscription',
    toKeys: 'To the keys of the account',
    unknown: 'This request is not for your account',
    unknownLines: [
      'The link does not exist, was removed, or is of another account.',
      'If an app gave it to you, sign in with the account that you connected that app to. If somebody else sent it to you, there is nothing you can do with it.',
    ],
    account: 'To your account',
  },
};
