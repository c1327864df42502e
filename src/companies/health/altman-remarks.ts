/** What the score has to assume, and the reasons for giving none. */
import { type Remark, remark } from '#companies/balances/remark.ts';
import { said } from './sentences.ts';

export const assumed = {
  always: [
    remark(said.debtsAllShort()),
    remark(said.retainedEarnings()),
    remark(said.interestUnknown()),
    remark(said.liabilities()),
  ],
  x4Capped: remark(said.x4Capped()),
  emptyLines: remark(said.emptyLines()),
} satisfies Record<string, Remark | Remark[]>;

export const noScore = {
  noBalance: remark(said.noBalance()),
  form: remark(said.otherForm()),
  noAssets: remark(said.noAssets()),
  dormant: remark(said.dormant()),
  imbalanced: remark(said.balanceOff()),
  missing: (name: string): Remark => remark(said.missingInput({ name })),
};
