/** Updates a page with work in progress without a reload, so that the reader keeps scroll position and focus. */
const progress = document.querySelector<HTMLElement>('[data-progress]');
if (progress) setTimeout(poll, secondsOf(progress) * 1_000, progress);

function secondsOf(element: HTMLElement): number {
  return Math.max(1, Number(element.dataset.progress));
}

async function poll(element: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    // Deleted meanwhile: the reload displays the page of the error.
    if (answer.status === 404) return location.reload();
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('[data-progress]');
      // The work is done: the reload displays its result.
      if (next === null) return location.reload();
      for (const part of ['[role=status]', 'progress']) {
        const [old, now] = [element.querySelector(part), next.querySelector(part)];
        if (old && now) copy(now, old);
      }
    }
  } catch {
    // Unreachable: the next poll tries again.
  }
  setTimeout(poll, secondsOf(element) * 1_000, element);
}

/** Updates the existing element, so that a screen reader announces the change and nothing else. */
function copy(from: Element, to: Element): void {
  if (to.textContent !== from.textContent) to.textContent = from.textContent;
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
