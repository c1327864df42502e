/** Walks through a page with the Tab key and reports the reached elements. */
import type { Page } from 'playwright-core';

export interface Tabbed {
  /** The focusable elements, in page order. */
  expected: string[];
  reached: string[];
  /** Elements with focus but without a visible sign of it. */
  unseen: string[];
}

/** Inside some fields (dates) the key moves from part to part. */
const PRESSES_EACH = 4;

/** Named by position, kind and text, for failure messages. Runs in the page. */
const PREPARE = `(() => {
  const tabbable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && one.type !== 'hidden');
  // A group of radio buttons is one stop.
  const groups = new Set();
  const stops = tabbable.filter((one) => one.type !== 'radio' || (!groups.has(one.name) && groups.add(one.name)));
  const names = new Map(stops.map((one, i) => [one, i + ' ' + one.tagName + ' ' + (one.textContent || one.name || '').trim().slice(0, 40)]));
  const state = { expected: [...names.values()], reached: [], unseen: [], isDone: false };
  window.tabbedState = state;
  const isSeen = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) return true;
      if (at !== one && !at.matches('form')) break;
    }
    return false;
  };
  document.addEventListener('focusin', ({ target }) => {
    const name = names.get(target) ?? 'another ' + target.tagName;
    if (state.reached.includes(name)) { state.isDone = true; return; }
    state.reached.push(name);
    if (!isSeen(target)) state.unseen.push(name);
  });
  // Some pages start with focus in a field; the walk starts at the top.
  document.activeElement?.blur();
  stops[0]?.focus();
  return state.expected.length;
})()`;

export async function tabbed(page: Page, address: string): Promise<Tabbed> {
  await page.goto(address);
  const count = await page.evaluate<number>(PREPARE);
  for (let i = 0; i < count + PRESSES_EACH; i++) await page.keyboard.press('Tab');
  for (let i = 0; i < PRESSES_EACH * 3; i++) {
    if (await page.evaluate<boolean>('tabbedState.isDone || tabbedState.reached.length >= tabbedState.expected.length'))
      break;
    await page.keyboard.press('Tab');
  }
  return page.evaluate<Tabbed>('tabbedState');
}
