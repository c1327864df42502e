/** What the score has to assume, and the reasons for giving none. */
import type { Sentence } from '#lib/i18n/sentence.ts';
import { said } from './sentences.ts';

export const assumed = {
  always: [said.debtsAllShort(), said.retainedEarnings(), said.interestUnknown(), said.liabilities()],
  x4Capped: said.x4Capped(),
  emptyLines: said.emptyLines(),
};

export const noScore = {
  noBalance: said.noBalance(),
  form: said.otherForm(),
  noAssets: said.noAssets(),
  dormant: said.dormant(),
  imbalanced: said.balanceOff(),
  missing: (name: string): Sentence => said.missingInput({ name }),
};
