/** Reports tests that this machine cannot run: the runner prints them as a table, and continuous integration accepts none. */
import { appendFileSync } from 'node:fs';

/** The runner records the line; without a runner the text appears as the reason of the skip. */
export function notRun(what: string, install: string): string {
  const file = process.env.FIRMOTECA_NOT_RUN;
  if (file) appendFileSync(file, `${JSON.stringify({ what, install })}\n`);
  return `not run here: ${what}. Install it with: ${install}`;
}
