/** `npm run screenshots`: the pictures of the README, taken of the demo, phone and desktop, light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { cuiOf, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { signIn } from '#test/support/pro-browser.ts';

interface Picture {
  name: string;
  path: string;
  width: 390 | 1280;
  theme: 'light' | 'dark';
  /** Typed into the search, so that its list is seen. */
  typed?: string;
}

const HEIGHTS = { 390: 844, 1280: 900 } as const;
/** Whoever reads the README on a phone loads them all. */
const BYTES_MAX = 100_000;
const QUALITIES = [90, 82, 74, 66, 58];
const FOLDER = new URL('../docs/pictures/', import.meta.url);

const service = await demoService();
await collectDemoDocuments(service);
const browser = await launchBrowser();
mkdirSync(FOLDER, { recursive: true });
for (const picture of pictures()) {
  const bytes = await taken(browser, picture);
  writeFileSync(new URL(`${picture.name}.webp`, FOLDER), bytes);
  process.stdout.write(`docs/pictures/${picture.name}.webp ${bytes.length} bytes\n`);
}
await browser.close();
await service.close();

function pictures(): Picture[] {
  const { examples } = demoProfile(service.secrets.personKey);
  const giant = `/firma/${cuiOf('giant')}`;
  return [
    { name: 'home', path: '/', width: 1280, theme: 'light', typed: 'vantul' },
    { name: 'company', path: giant, width: 1280, theme: 'light' },
    { name: 'company-insolvent-dark', path: `/firma/${cuiOf('insolvent')}`, width: 1280, theme: 'dark' },
    { name: 'tenders', path: '/licitatii', width: 1280, theme: 'light' },
    { name: 'notice-dark', path: `/licitatie/${examples.procurement.notice}`, width: 1280, theme: 'dark' },
    { name: 'home-phone', path: '/', width: 390, theme: 'light' },
    { name: 'company-phone-dark', path: giant, width: 390, theme: 'dark' },
    { name: 'rankings-phone', path: '/clasamente', width: 390, theme: 'light' },
  ];
}

/** As Pro, so that nothing is a preview. In the best quality that is small enough. */
async function taken(from: Browser, { path, width, theme, typed }: Picture): Promise<Buffer> {
  const context = await from.newContext({
    viewport: { width, height: HEIGHTS[width] },
    deviceScaleFactor: width === 390 ? 2 : 1,
    colorScheme: theme,
  });
  await signIn(context, service);
  const page = await context.newPage();
  await page.goto(service.origin + path);
  if (typed !== undefined) {
    await page.locator('main input[type=search]').pressSequentially(typed);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
  }
  const devtools = await context.newCDPSession(page);
  try {
    for (const quality of QUALITIES) {
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length <= BYTES_MAX) return bytes;
    }
    throw new Error(`${path} does not fit into ${BYTES_MAX} bytes.`);
  } finally {
    await context.close();
  }
}
