/** Tests that this machine cannot run say so, loudly: the runner prints the table, and continuous integration accepts no line in it. */
import { appendFileSync } from 'node:fs';

/** The runner names the file; without a runner the sentence goes to the reader of the test's output. */
export function notRun(what: string, install: string): string {
  const file = process.env.FIRMOTECA_NOT_RUN;
  if (file) appendFileSync(file, `${JSON.stringify({ what, install })}\n`);
  return `not run here: ${what}. Install it with: ${install}`;
}
