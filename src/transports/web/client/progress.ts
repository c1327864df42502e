/** Keeps a page that waits for something up to date, without loading it anew: its reader keeps place and focus. */
const waiting = document.querySelector<HTMLElement>('[data-progress]');
if (waiting) setTimeout(look, secondsOf(waiting) * 1_000, waiting);

function secondsOf(element: HTMLElement): number {
  return Math.max(1, Number(element.dataset.progress));
}

async function look(shown: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    // It was deleted meanwhile: its own page says so.
    if (answer.status === 404) return location.reload();
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('[data-progress]');
      // It is through: the page that tells it is another.
      if (next === null) return location.reload();
      for (const part of ['[role=status]', 'progress']) {
        const [old, now] = [shown.querySelector(part), next.querySelector(part)];
        if (old && now) copy(now, old);
      }
    }
  } catch {
    // Away for a moment: it is asked again.
  }
  setTimeout(look, secondsOf(shown) * 1_000, shown);
}

/** Into the same element, so that who listens is told what changed and nothing else. */
function copy(from: Element, to: Element): void {
  if (to.textContent !== from.textContent) to.textContent = from.textContent;
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
