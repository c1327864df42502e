/**
 * `npm run soak -- [--days N] [--companies N]`: simulated days in one process of the service, whose clock is moved ahead in leaps: daily
 * jobs, three generations, sources that are down for two days, light traffic.
 */
import { parseArgs } from 'node:util';
import { print, save } from '../table.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    companies: { type: 'string', default: process.env.FIRMOTECA_COMPANIES ?? '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const { findings, problems } = await soak({
  days: Number(values.days),
  companies: Number(values.companies),
  seed: Number(values.seed),
  tell: (text) => console.error(`  ${text}`),
});
for (const each of findings) {
  print(each);
  save(each);
}
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
