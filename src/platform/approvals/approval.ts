/** Kinds, states and limits of approvals. */

export const APPROVAL_KINDS = ['checkout', 'manage', 'cancel', 'resume', 'makeKey', 'revokeKey'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export type ApprovalState = 'open' | 'done' | 'declined' | 'expired';

export interface Approval {
  /** Digest of the id; the id itself is not stored. */
  digest: string;
  account: string;
  /** Client id of the requesting app. */
  client: string;
  kind: ApprovalKind;
  /** Name of the key to make, or id of the key to revoke; else null. */
  about: string | null;
  state: ApprovalState;
  createdAt: string;
  expiresAt: string;
}

/** Time to find a card; short enough that a link found weeks later is useless. */
export const APPROVAL_MINUTES = 30;

/** Unfinished approvals per account and hour, so that an agent cannot flood the account's owner. */
export const HOUR_MAX: Readonly<Record<ApprovalKind, number>> = {
  checkout: 3,
  manage: 10,
  cancel: 10,
  resume: 10,
  makeKey: 10,
  revokeKey: 10,
};
