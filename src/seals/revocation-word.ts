/** What a list or an answer says of one certificate. */

export interface Said {
  source: 'crl' | 'ocsp';
  asOf: Date;
  /** Until then it is current; null: not said. */
  until: Date | null;
  revokedAt: Date | null;
}
