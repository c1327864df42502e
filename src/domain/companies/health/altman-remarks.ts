/** What the score has to assume, and the reasons for giving none. */

import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export const assumed = {
  always: [
    messages.health.debtsAllShort(),
    messages.health.retainedEarnings(),
    messages.health.interestUnknown(),
    messages.health.liabilities(),
  ],
  x4Capped: messages.health.x4Capped(),
  emptyLines: messages.health.emptyLines(),
};

export const noScore = {
  noBalance: messages.health.noBalance(),
  form: messages.health.otherForm(),
  noAssets: messages.health.noAssets(),
  dormant: messages.health.dormant(),
  imbalanced: messages.health.balanceOff(),
  missing: (name: string): Message => messages.health.missingInput({ name }),
};
