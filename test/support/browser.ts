/** The browser of the tests with its common options, and the accessibility checker that runs in its pages. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { notRun } from './skip-report.ts';

/** The path of Chromium, or null. */
function chromiumPath(): string | null {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** For the option `skip` of a test: the reason without a browser. */
export const withoutBrowser = (what: string): string | false =>
  chromiumPath() === null && notRun(what, 'apt-get install -y chromium');

export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('There is no Chromium here: apt-get install -y chromium');
  // Without a graphics card the GPU process takes a tenth of the time and has no effect on the tests.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Evaluated in pages. The minified build, since every page compiles it again. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
