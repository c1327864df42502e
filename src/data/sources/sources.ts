/** All sources that we ask, by name. */
import { anafBalance, anafCompany, balanceFiles } from './anaf/source.ts';
import { bnr } from './bnr/source.ts';
import { catalogue } from './ckan/source.ts';
import { onrc } from './onrc/source.ts';
import { press, pressFiles } from './press/source.ts';
import { procurementExports, procurementLists } from './procurement/source.ts';
import { treasury } from './treasury/source.ts';

export const sources = {
  anafCompany,
  anafBalance,
  balanceFiles,
  onrc,
  catalogue,
  bnr,
  press,
  pressFiles,
  treasury,
  procurementExports,
  procurementLists,
} as const;
