/** A dossier in a browser: printing by a button, and the sheet in view marked in the bar of sheets. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.dataset.print = 'ready';
  button.addEventListener('click', () => print());
}

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
);
const inView = new Set<Element>();

/** The first that is in view, from the top. */
function mark(): void {
  const sheets = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const current = sheets.find((sheet) => inView.has(sheet));
  for (const [id, link] of links)
    if (current?.id === id) {
      link.setAttribute('aria-current', 'true');
      const bar = link.closest('nav');
      // Only sideways, and only the bar: the page stays where its reader is.
      bar?.scrollTo({ left: link.offsetLeft - bar.clientWidth / 2 + link.offsetWidth / 2 });
    } else link.removeAttribute('aria-current');
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? inView.add(target) : inView.delete(target);
    mark();
  },
  { rootMargin: '-70px 0px -55% 0px' },
);
for (const id of links.keys()) {
  const sheet = document.getElementById(id);
  if (sheet) watch.observe(sheet);
}
