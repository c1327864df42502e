/** Everything that may happen to an account, by name. */

export const EVENT_KINDS = [
  'created',
  'signedIn',
  'signedOut',
  'signedOutElsewhere',
  'provedAgain',
  'passwordSet',
  'passwordWrong',
  'resetAsked',
  'emailAsked',
  'emailChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'keyMade',
  'keyRevoked',
  'appConnected',
  'appRemoved',
  'checkoutOpened',
  'subscriptionChanged',
  'planGranted',
  'exported',
  'deletionAsked',
  'blocked',
  'unblocked',
  'helped',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
