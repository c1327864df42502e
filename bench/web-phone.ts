/** One page load as on a slow phone, with an empty cache. */
import type { Browser } from 'playwright-core';

export interface Loaded {
  bytes: number;
  script: number;
  fcpMs: number;
  lcpMs: number;
  cls: number;
}

/** An average phone on an average network, as in the aims. */
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** Time for fonts and the last paint after the load event. */
const SETTLED_MS = 1_000;

const WATCH = `window.seen = { lcpMs: 0, cls: 0, fcpMs: 0 };
new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.lcpMs = one.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) seen.cls += one.value; })
  .observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const one of list.getEntriesByName('first-contentful-paint')) seen.fcpMs = one.startTime; })
  .observe({ type: 'paint', buffered: true });`;

export async function loadOnPhone(browser: Browser, address: string): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const scripts = new Set<string>();
  const sum = { bytes: 0, script: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    if (scripts.has(requestId)) sum.script += encodedDataLength;
  });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate<Pick<Loaded, 'lcpMs' | 'cls' | 'fcpMs'>>('seen');
  await context.close();
  return { ...sum, ...seen };
}
