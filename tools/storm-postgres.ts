/** `npm run storm:postgres [-- ROUNDS]`: PostgreSQL taken away from a service under load, twenty times by default. */
import { inTime, storm, TROUBLES } from '#test/support/postgres-storm.ts';

const ROUNDS = 20;

const rounds = Number(process.argv[2] ?? ROUNDS);
const troubles = Array.from({ length: rounds }, (_, i) => TROUBLES[i % TROUBLES.length] as (typeof TROUBLES)[number]);
const met = await storm(troubles, console.log);
for (const [answer, count] of met.answers) console.log(`${String(count).padStart(8)}  ${answer}`);
console.log(`usage tells of ${met.counted} requests of the ${met.answered} that the account had answered`);
for (const problem of new Set(met.problems)) console.log(`PROBLEM ${problem}`);
if (met.problems.length > 0) console.log(met.output);
const isGood = met.problems.length === 0 && inTime(met) && met.counted >= met.answered;
console.log(isGood ? 'All good' : 'FAILED');
process.exitCode = isGood ? 0 : 1;
