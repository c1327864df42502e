/** The browser of the tests, started in one way, and the checker of accessibility that runs in its pages. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { notRun } from './skip-report.ts';

/** Path of a Chromium, or null where there is none. */
function chromiumPath(): string | null {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** For the option `skip` of a test: the reason where there is no browser. */
export const withoutBrowser = (what: string): string | false =>
  chromiumPath() === null && notRun(what, 'apt-get install -y chromium');

export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('There is no Chromium here: apt-get install -y chromium');
  // Without a graphics card its drawing process costs a tenth of all time and changes nothing that a test reads.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** To be evaluated in a page. The small form: every page compiles it anew. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
