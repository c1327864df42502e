/** Makes the search instant: the first hits of every kind under the field, by keyboard too. Without it the form works alone. */
/** What the page tells this island: words and addresses of its language. `{}` stands for what is found. */
interface Told {
  company: string;
  person: string;
  /** By kind of record; kinds without a page are left out. */
  records: Record<string, string>;
  titles: { companies: string; people: string; records: string };
  all: string;
  none: string;
}

interface Found {
  companies: {
    cui: string | null;
    name: string;
    locality: string | null;
    county: string | null;
    statusLabel: string | null;
  }[];
  people: { id: string; name: string; companiesCount: number }[];
  records: { kind: string; id: string; title: string; date: string | null }[];
}

interface Hit {
  name: string;
  meta: string;
  href: string;
  tag: string | null;
}

const WAIT_MS = 120;
const HITS_EACH = 4;

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-find]')) enliven(form);

function enliven(form: HTMLFormElement): void {
  const found = form.querySelector('input');
  if (found === null) return;
  const input: HTMLInputElement = found;
  const told = JSON.parse(form.dataset.find ?? '{}') as Told;
  const list = document.createElement('div');
  list.className = 'drop';
  list.id = `drop-${Math.random().toString(36).slice(2)}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.getAttribute('aria-label') ?? '');
  list.hidden = true;
  form.append(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-autocomplete', 'list');
  let asked: AbortController | null = null;
  let timer = 0;
  let chosen = -1;

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const show = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) choose(-1);
  };
  const choose = (place: number): void => {
    chosen = place;
    for (const [i, option] of options().entries()) option.setAttribute('aria-selected', String(i === place));
    const id = options()[place]?.id;
    if (id) input.setAttribute('aria-activedescendant', id);
    else input.removeAttribute('aria-activedescendant');
    options()[place]?.scrollIntoView({ block: 'nearest' });
  };

  async function ask(): Promise<void> {
    asked?.abort();
    const q = input.value.trim();
    if (q.length < 2) return show(false);
    asked = new AbortController();
    const { signal } = asked;
    try {
      const answer = await fetch(`/api/search/all?${new URLSearchParams({ q, limit: String(HITS_EACH) })}`, { signal });
      if (!answer.ok) return show(false);
      const { data } = (await answer.json()) as { data: Found };
      draw(data);
    } catch {
      // Away, or overtaken by the next letter: the form still works.
      if (!signal.aborted) show(false);
    }
  }

  function draw(data: Found): void {
    list.replaceChildren();
    for (const [title, hits] of groupsOf(data, told)) {
      if (hits.length > 0) list.append(made('div', title, { role: 'presentation' }));
      for (const hit of hits) list.append(option(hit, `${list.id}-${options().length}`));
    }
    list.append(made('div', options().length > 0 ? told.all : told.none, { class: 'end' }));
    chosen = -1;
    show(true);
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Escape') show(false);
    if (list.hidden || count === 0) return;
    if (event.key === 'ArrowDown') choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp') choose((chosen - 1 + count) % count);
    else if (event.key === 'Enter' && chosen >= 0) options()[chosen]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target as Node)) show(false);
  });
}

const filled = (address: string, value: string): string => address.replace('{}', encodeURIComponent(value));

function groupsOf({ companies, people, records }: Found, told: Told): [title: string, hits: Hit[]][] {
  const { titles } = told;
  return [
    [
      titles.companies,
      companies.flatMap(({ cui, name, locality, county, statusLabel }) =>
        cui === null
          ? []
          : {
              name,
              meta: [`CUI ${cui}`, locality, county].filter((part) => part !== null).join(' · '),
              href: filled(told.company, cui),
              tag: statusLabel,
            },
      ),
    ],
    [titles.people, people.map(({ id, name }) => ({ name, meta: '', href: filled(told.person, id), tag: null }))],
    [
      titles.records,
      records.flatMap(({ kind, id, title, date }) => {
        const address = told.records[kind];
        return address === undefined
          ? []
          : {
              name: title,
              meta: [id, date].filter((part) => part !== null).join(' · '),
              href: filled(address, id),
              tag: null,
            };
      }),
    ],
  ];
}

function option({ name, meta, href, tag }: Hit, id: string): HTMLElement {
  const link = made('a', '', { role: 'option', id, 'aria-selected': 'false', href, tabindex: '-1' });
  const text = made('span', name, {});
  text.append(made('small', meta, {}));
  link.append(text);
  if (tag !== null) link.append(made('span', tag, { class: 'tag' }));
  return link;
}

/** Texts are set as texts: what names contain is never markup. */
function made(kind: string, text: string, attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
