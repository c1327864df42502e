/** What an agent may ask its person to finish, and how far that is. */

export const APPROVAL_KINDS = ['checkout', 'manage', 'cancel', 'resume', 'makeKey', 'revokeKey'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export type ApprovalState = 'open' | 'done' | 'declined' | 'expired';

export interface Approval {
  /** Of its id, which nobody keeps. */
  digest: string;
  account: string;
  /** The app that asked. */
  client: string;
  kind: ApprovalKind;
  /** The name of a key to make, or the id of one to revoke; null for all others. */
  about: string | null;
  state: ApprovalState;
  createdAt: string;
  expiresAt: string;
}

/** Time to find the card, and too little for a link that is found weeks later. */
export const APPROVAL_MINUTES = 30;

/** How many that nobody finished an account may have of an hour: a person is asked, not besieged. */
export const HOUR_MAX: Readonly<Record<ApprovalKind, number>> = {
  checkout: 3,
  manage: 10,
  cancel: 10,
  resume: 10,
  makeKey: 10,
  revokeKey: 10,
};
