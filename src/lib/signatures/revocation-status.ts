/** What a list or an answer says of one certificate. */

export interface Said {
  source: 'crl' | 'ocsp';
  asOf: Date;
  /** Until then it is current; null: not said. */
  until: Date | null;
  revokedAt: Date | null;
  /** Why it was revoked, by its number in RFC 5280, section 5.3.1; null: not said. */
  reason: number | null;
  /** Whether a certificate that it does not call revoked was not. What it calls revoked is revoked either way. */
  provesGood: boolean;
}
