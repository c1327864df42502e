/** The price of a subscription per period. */
export interface SubscriptionPrice {
  /** Two decimals at most. */
  amount: number;
  currency: 'RON' | 'EUR' | 'USD';
  per: 'month' | 'year';
}

/** `49 RON/month`; null when the text is no price. */
export function readSubscriptionPrice(text: string): SubscriptionPrice | null {
  const [, amount, currency, per] = /^([0-9]{1,6}(?:\.[0-9]{1,2})?) ?(RON|EUR|USD) ?\/ ?(month|year)$/.exec(text) ?? [];
  if (amount === undefined) return null;
  return {
    amount: Number(amount),
    currency: currency as SubscriptionPrice['currency'],
    per: per as SubscriptionPrice['per'],
  };
}
