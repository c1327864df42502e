/**
 * `npm run regexes`: has new and changed regular expressions of `src/` judged by a checker, which takes seconds each, forgets those
 * that are gone, and measures those that may stand though they are not linear.
 */
import { findRegexes } from '#test/support/regexes/find.ts';
import { attackOf, type Verdict } from '#test/support/regexes/judge.ts';
import { shortInputs } from '#test/support/regexes/short-inputs.ts';
import { readVerdicts, writeVerdicts } from '#test/support/regexes/verdicts.ts';

const TIMES = 20;

// The checker's own choice would be a program for this machine, where there is one; this runs everywhere.
process.env.RECHECK_SYNC_BACKEND ??= 'pure';
const { judge } = await import('#test/support/regexes/judge.ts');

const { regexes } = await findRegexes(new URL('..', import.meta.url).pathname);
const verdicts = new Map([...readVerdicts()].filter(([name]) => regexes.has(name)));
for (const [name, regex] of regexes) {
  if (verdicts.has(name)) continue;
  const verdict = judge(regex);
  verdicts.set(name, verdict);
  console.log(`${regex.place} ${name}: ${verdict === 'linear' ? verdict : verdict.grows}`);
  // At once: the next may take minutes.
  writeVerdicts(verdicts);
}
writeVerdicts(verdicts);

for (const [name, verdict] of verdicts) {
  if (verdict === 'linear') continue;
  const regex = regexes.get(name);
  const short = shortInputs[name];
  if (!regex || !short || verdict.attack === null) {
    process.exitCode = 1;
    console.log(
      `${regex?.place} ${name} grows: ${verdict.grows}. Mend it, or state in short-inputs.ts how long its input can be.`,
    );
  } else console.log(`${name} at ${short.lengthMax} characters: ${measured(name, verdict.attack, short.lengthMax)}`);
}

function measured(name: string, attack: NonNullable<Exclude<Verdict, 'linear'>['attack']>, length: number): string {
  const { source, flags } = regexes.get(name) ?? { source: '', flags: '' };
  const [regex, text] = [new RegExp(source, flags), attackOf(attack, length)];
  const times = Array.from({ length: TIMES }, () => {
    const started = performance.now();
    text.replace(regex, '');
    return performance.now() - started;
  });
  const ms = Math.min(...times);
  if (ms >= 1) process.exitCode = 1;
  return `${ms.toFixed(3)} ms${ms < 1 ? '' : ', which is too long'}`;
}
