/** The yearly balance files come in pairs, data (`.txt`) and legend (`.csv`), under names that vary from year to year. */
import type { BalanceForm } from './records.ts';

export interface BalanceFileName {
  form: BalanceForm;
  year: number;
  content: 'data' | 'legend';
}

const NAME = /^web_?(.+?)_?(?:an)?_?(20[0-9]{2})\.(txt|csv)$/i;

/** Keys as in the names, without underscores: the same form was `instit_de_credit` one year and `instdecredit` another. */
const FORMS: Record<string, BalanceForm> = {
  uu: 'UU',
  blbssl: 'BL',
  ir: 'IR',
  ong: 'NGO',
  institdecredit: 'bank',
  instdecredit: 'bank',
  asig: 'insurer',
  brok: 'broker',
  vs: 'VS',
  vm: 'VM',
  ifn: 'IFN',
  ipieme: 'IPIEME',
  sif: 'SIF',
  pensii: 'pension',
};

/** `WEB_UU_AN2024.txt` → ordinary companies, 2024, data; null for another name. */
export function parseBalanceFileName(name: string): BalanceFileName | null {
  // Typing errors and copies: `WEB_ONG_AN2019;.txt`.
  const [, key = '', year, extension = ''] = NAME.exec(name.replaceAll(/[^\w.]/g, '')) ?? [];
  const form = FORMS[key.toLowerCase().replaceAll('_', '')];
  if (form === undefined) return null;
  return { form, year: Number(year), content: extension.toLowerCase() === 'txt' ? 'data' : 'legend' };
}
