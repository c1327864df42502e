/** What happened to an account, in the words of its owner. */

import type { Language } from '#lib/i18n/message.ts';
import type { EventKind } from '#platform/accounts/events-table.ts';
import type { SubscriptionState } from '#platform/accounts/subscription.ts';
import type { ApprovalKind } from '#platform/approvals/approval.ts';

export const eventWords: Record<Language, Record<EventKind, string>> = {
  ro: {
    created: 'Contul a fost deschis',
    signedIn: 'Intrare în cont',
    signedOut: 'Ieșire din cont',
    signedOutElsewhere: 'Alte sesiuni au fost încheiate',
    provedAgain: 'Identitate confirmată din nou',
    passwordSet: 'Parolă nouă',
    passwordWrong: 'Parolă greșită',
    resetAsked: 'S-a cerut o legătură prin e-mail',
    emailAsked: 'S-a cerut altă adresă de e-mail',
    emailChanged: 'Adresa de e-mail s-a schimbat',
    passkeyAdded: 'Cheie de acces adăugată',
    passkeyRemoved: 'Cheie de acces scoasă',
    keyMade: 'Cheie API creată',
    keyRevoked: 'Cheie API revocată',
    appConnected: 'Aplicație conectată',
    appRemoved: 'Aplicație deconectată',
    appAsked: 'O aplicație v-a cerut ceva',
    checkoutOpened: 'S-a deschis plata abonamentului',
    subscriptionChanged: 'Abonamentul s-a schimbat',
    planGranted: 'Abonament stabilit de cine ține serviciul',
    exported: 'Datele contului au fost descărcate',
    deletionAsked: 'S-a cerut ștergerea contului',
    blocked: 'Cont blocat de cine ține serviciul',
    unblocked: 'Cont deblocat',
    helped: 'Legătură făcută de cine ține serviciul',
  },
  en: {
    created: 'The account was opened',
    signedIn: 'Signed in',
    signedOut: 'Signed out',
    signedOutElsewhere: 'Other sessions were ended',
    provedAgain: 'Confirmed once more to be the owner',
    passwordSet: 'New password',
    passwordWrong: 'Wrong password',
    resetAsked: 'A link by e-mail was asked for',
    emailAsked: 'Another e-mail address was asked for',
    emailChanged: 'The e-mail address was changed',
    passkeyAdded: 'Passkey added',
    passkeyRemoved: 'Passkey removed',
    keyMade: 'API key made',
    keyRevoked: 'API key revoked',
    appConnected: 'App connected',
    appRemoved: 'App removed',
    appAsked: 'An app asked you for something',
    checkoutOpened: 'Payment of the subscription was opened',
    subscriptionChanged: 'The subscription changed',
    planGranted: 'Subscription set by whoever runs the service',
    exported: 'The data of the account was downloaded',
    deletionAsked: 'Deletion of the account was asked for',
    blocked: 'Account blocked by whoever runs the service',
    unblocked: 'Account unblocked',
    helped: 'Link made by whoever runs the service',
  },
};

/** States of a subscription, as events about it tell them. */
const stateWords: Record<Language, Record<SubscriptionState, string>> = {
  ro: {
    none: 'fără abonament',
    incomplete: 'așteaptă prima plată',
    active: 'activ',
    past_due: 'plată restantă',
    canceling: 'activ până la sfârșitul perioadei',
    canceled: 'încheiat',
  },
  en: {
    none: 'no subscription',
    incomplete: 'waits for its first payment',
    active: 'active',
    past_due: 'payment overdue',
    canceling: 'active to the end of the period',
    canceled: 'ended',
  },
};

/** What an app asks of its person. */
const approvalWords: Record<Language, Record<ApprovalKind, string>> = {
  ro: {
    checkout: 'abonament Pro',
    manage: 'carduri și facturi',
    cancel: 'anularea abonamentului',
    resume: 'continuarea abonamentului',
    makeKey: 'cheie API nouă',
    revokeKey: 'revocarea unei chei API',
  },
  en: {
    checkout: 'a Pro subscription',
    manage: 'cards and invoices',
    cancel: 'canceling the subscription',
    resume: 'going on with the subscription',
    makeKey: 'a new API key',
    revokeKey: 'revoking an API key',
  },
};

/** What an event concerns: a name or a hint as it is, a state or a wish in words. */
export function aboutWords(kind: EventKind, about: string, language: Language): string {
  const words = wordsOf(kind, language);
  return Object.hasOwn(words, about) ? (words[about] ?? about) : about;
}

function wordsOf(kind: EventKind, language: Language): Readonly<Record<string, string>> {
  if (kind === 'subscriptionChanged' || kind === 'planGranted') return stateWords[language];
  return kind === 'appAsked' ? approvalWords[language] : {};
}
