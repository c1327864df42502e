/** Tests that this machine cannot run say so, loudly: the runner prints the table, and continuous integration accepts no line in it. */
import { appendFileSync, existsSync } from 'node:fs';

/** The runner names the file; without a runner the sentence goes to the reader of the test's output. */
export function notRun(what: string, install: string): string {
  const file = process.env.FIRMOTECA_NOT_RUN;
  if (file) appendFileSync(file, `${JSON.stringify({ what, install })}\n`);
  return `not run here: ${what}. Install it with: ${install}`;
}

/** Path of a Chromium, or null where there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}
