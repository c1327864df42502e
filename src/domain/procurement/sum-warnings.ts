/** What sums of deals leave open, as warnings of their answers. */
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

interface Counted {
  purchases: number;
  /** Of the purchases, without a published state: they may have been refused. */
  unstated: number;
  /** Deals whose amount was published as zero, and below. */
  zero: number;
  negative: number;
}

export const sumWarnings = ({ purchases, unstated, zero, negative }: Counted): Message[] => [
  ...(unstated === 0 ? [] : [messages.procurement.purchasesWithoutState({ count: unstated, all: purchases })]),
  ...(zero + negative === 0 ? [] : [messages.procurement.dealsWithoutValue({ zero, negative })]),
];
