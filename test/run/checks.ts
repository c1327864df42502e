/** What is known before any test runs: types, style and import directions, unused code; all at once. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Tier } from './plan.ts';

const bin = (name: string): string => join(import.meta.dirname, '../../node_modules/.bin', name);

interface Check {
  what: string;
  command: string;
  args: string[];
}

/** By one checker: several make each its own copy of the same types, which takes half as long again and more memory. */
const types: Check = { what: 'types', command: 'tsc', args: ['--checkers', '1'] };
const style: Check = {
  what: 'style and import directions',
  command: 'biome',
  args: ['ci', '--colors=off', '--error-on-warnings'],
};
const timing: Check = {
  what: 'timing patterns',
  command: 'node',
  args: [join(import.meta.dirname, 'timing-check.ts')],
};
const unused: Check = { what: 'unused code', command: 'knip', args: ['--no-progress'] };

/** True when none of them found anything. */
export async function runChecks(tier: Tier): Promise<boolean> {
  const results = await Promise.all(
    (tier === 'fast' ? [types, style, timing] : [types, style, timing, unused]).map(run),
  );
  return results.every(Boolean);
}

const run = ({ what, command, args }: Check): Promise<boolean> =>
  new Promise((resolve) => {
    const started = performance.now();
    execFile(bin(command), args, { maxBuffer: 16_777_216 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${error ? 'FAILED' : 'ok    '} ${what} (${seconds} s)`);
      if (error) console.log(`${stdout}${stderr}`);
      resolve(!error);
    });
  });
