/** What whoever runs the service set: prices, limits, and where they are reached. */
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';

export interface Terms {
  /** Null: it is not sold. */
  proPrice: SubscriptionPrice | null;
  /** Whether accounts subscribe by themselves; else plans are granted by whoever runs the service. */
  isSold: boolean;
  /** Dollars of a request, by class of operation; null: none is sold. */
  perRequest: Readonly<Record<'reference' | 'list' | 'record' | 'document', string>> | null;
  /** Of the networks on which it is paid. */
  isPlayMoney: boolean;
  /** Requests a minute. */
  limits: Readonly<Record<'browser' | 'pro' | 'address' | 'payer', number>>;
  /** Pages a day and address; null: as many as one likes. */
  browserDayMax: number | null;
  contact: string | null;
  /** The public key of a demo. */
  demoKey: string | null;
}

/** Nobody pays for Pro here, on this page or to whoever runs the service: it is granted. */
export const isFree = ({ isSold, proPrice }: Pick<Terms, 'isSold' | 'proPrice'>): boolean =>
  !isSold && proPrice === null;
