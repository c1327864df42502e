/** Walks over pages in a real browser: each page is opened once and checked in every possible way. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Language } from '#lib/i18n/message.ts';
import { AXE } from './browser.ts';
import type { SignedInto } from './pro-browser.ts';
import { isLongTier } from './tier.ts';
import type { Sample } from './web-samples.ts';

export interface Walked {
  address: string;
  status: number;
  /** Violations reported by axe, by rule and theme. */
  violations: string[];
  /** Errors on the console, including violations of the content security policy. */
  complaints: string[];
  /** Requests to other hosts. */
  foreign: string[];
  /** Dialogs opened by an injected script. */
  dialogs: string[];
  /** Pixels of horizontal overflow, by window width. */
  sideways: Record<number, number>;
  /** The visible text; only the long tier compares it. */
  text: string;
}

interface Way {
  language: Language;
  /** Both themes, or only the light one if the walk of the other reader covers the rest. */
  themes: readonly ('light' | 'dark')[];
}

/** Two at a time: more would not be faster on two cores. */
const AT_ONCE = 2;
/** The narrowest phone, and a 1280 window at 200 % zoom. */
const WIDTHS = [320, 640];
export const WIDE = { width: 1280, height: 800 };

export async function walk(
  context: BrowserContext,
  service: Pick<SignedInto, 'origin'>,
  samples: readonly Sample[],
  way: Way,
): Promise<Walked[]> {
  const rest = [...samples];
  const walked: Walked[] = [];
  const one = async (): Promise<void> => {
    const page = await context.newPage();
    for (let next = rest.shift(); next; next = rest.shift())
      walked.push(await look(page, service.origin + next.at[way.language], way));
    await page.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return walked;
}

async function look(page: Page, address: string, { themes }: Way): Promise<Walked> {
  const seen = listenTo(page, new URL(address).host);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const status = (await page.goto(address))?.status() ?? 0;
  const text = isLongTier ? await readText(page) : '';
  const violations: string[] = [];
  await page.evaluate(AXE);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    violations.push(...(await violationsOf(page, theme)).map((line) => `${theme} ${line}`));
  }
  const sideways: Record<number, number> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 640 : 400 });
    sideways[width] = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
  page.removeAllListeners();
  return { address, status, violations, sideways, text, ...seen };
}

/** The visible words and figures of a page, with normalized spacing. Without print buttons, which exist only with scripts. */
async function readText(page: Page): Promise<string> {
  let text = await page.locator('main').innerText();
  for (const button of await page.locator('[data-print]').allInnerTexts()) text = text.replace(button, '');
  return text.replace(/\s+/g, ' ').trim();
}

function listenTo(page: Page, host: string): Pick<Walked, 'complaints' | 'foreign' | 'dialogs'> {
  const seen = { complaints: [] as string[], foreign: [] as string[], dialogs: [] as string[] };
  page.on('console', (message) => {
    // The browser also logs pages with 403 or 404.
    if (!/^Failed to load resource.*\((?:Forbidden|Not Found)\)$/.test(message.text()))
      seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host) seen.foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return seen;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A theme changes colours only, so in the dark theme only the colour rules run. */
async function violationsOf(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const requested =
    theme === 'light'
      ? { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } }
      : { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
  // No page has a frame, and no rule needs the styles, which axe would load again.
  const options = { ...requested, resultTypes: ['violations'], preload: false, iframes: false };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary.replace(/\\s+/g, ' '))))`);
}

/** The visible text without scripts. */
export async function textsWithoutScripts(
  browser: Browser,
  { origin }: Pick<SignedInto, 'origin'>,
  samples: readonly Sample[],
): Promise<Map<string, string>> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: WIDE });
  const page = await context.newPage();
  const texts = new Map<string, string>();
  for (const { at } of samples) {
    await page.goto(origin + at.ro);
    texts.set(origin + at.ro, await readText(page));
  }
  await context.close();
  return texts;
}

/** One page with and without scripts, at the same moment. */
export async function bothWays(browser: Browser, address: string): Promise<[withScripts: string, without: string]> {
  const read = async (javaScriptEnabled: boolean): Promise<string> => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: WIDE });
    const page = await context.newPage();
    await page.goto(address);
    const text = await readText(page);
    await context.close();
    return text;
  };
  return Promise.all([read(true), read(false)]);
}
