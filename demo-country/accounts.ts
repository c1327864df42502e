/** Bank accounts as the tax authority shows them: of public bodies at the treasury, of some firms at a bank that does not exist. */
import { ibanWith } from '#lib/values/iban.ts';
import type { Life } from './life-cycle.ts';
import { chance } from './random.ts';

const SHARE = 0.04;
/** No bank of Romania has this code. */
const BANK = 'FMTC';

export function accountOf({ form, cui, world, index }: Life): string | null {
  if (form === 'town hall' || form === 'hospital') return ibanWith(`TREZ00024A5103${cui.slice(-4)}XX`);
  return chance(world.seed, index, 'iban') < SHARE || index === 0
    ? ibanWith(`${BANK}0000${cui.padStart(12, '0')}`)
    : null;
}
