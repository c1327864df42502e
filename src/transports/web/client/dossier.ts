/** A dossier in a browser: a print button, and the visible card marked in the table of contents. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.dataset.print = 'ready';
  button.addEventListener('click', () => print());
}

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
);
const inView = new Set<Element>();

/** Marks the topmost visible card. */
function mark(): void {
  const cards = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const current = cards.find((card) => inView.has(card));
  for (const [id, link] of links)
    if (current?.id === id) {
      link.setAttribute('aria-current', 'true');
      const bar = link.closest('nav');
      // Scrolls the bar only, and only sideways: the page does not move.
      bar?.scrollTo({ left: link.offsetLeft - bar.clientWidth / 2 + link.offsetWidth / 2 });
    } else link.removeAttribute('aria-current');
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? inView.add(target) : inView.delete(target);
    mark();
  },
  { rootMargin: '-70px 0px -55% 0px' },
);
for (const id of links.keys()) {
  const card = document.getElementById(id);
  if (card) observer.observe(card);
}
