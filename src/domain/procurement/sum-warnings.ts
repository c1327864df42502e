/** What sums of deals leave open, as warnings of their answers. */
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** Of `purchases` that are counted, `unstated` have no published state: they may have been refused. */
export const sumWarnings = ({ purchases, unstated }: { purchases: number; unstated: number }): Message[] =>
  unstated === 0 ? [] : [messages.procurement.purchasesWithoutState({ count: unstated, all: purchases })];
