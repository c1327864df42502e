/** Instant search: the first hits of every kind under the field, by keyboard too. Without this script the form works alone. */
import { type Group, groupsOf, type Hit, type SearchAnswer, type SearchConfig } from './find-hits.ts';
import { icon } from './icon.ts';

/** From the last key to the request. */
const DEBOUNCE_MS = 120;
/** A slower answer is announced by empty rows. */
const PLACEHOLDERS_AFTER_MS = 300;
const PLACEHOLDERS = 3;
const HITS_EACH = 4;
const CHARACTERS_MIN = 2;

for (const [i, form] of document.querySelectorAll<HTMLFormElement>('form[data-find]').entries())
  enhance(form, `find-${i}`);

function enhance(form: HTMLFormElement, id: string): void {
  const input = form.querySelector('input');
  if (input === null) return;
  const config = JSON.parse(form.dataset.find ?? '{}') as SearchConfig;
  const drop = document.createElement('div');
  drop.className = 'drop';
  drop.hidden = true;
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  form.append(drop, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);
  let request: AbortController | null = null;
  let timer = 0;
  let chosen = -1;

  const options = (): HTMLElement[] => [...drop.querySelectorAll<HTMLElement>('[role=option]')];
  const choose = (index: number): void => {
    chosen = index;
    for (const [i, option] of options().entries()) option.setAttribute('aria-selected', String(i === index));
    const one = options()[index];
    if (one) input.setAttribute('aria-activedescendant', one.id);
    else input.removeAttribute('aria-activedescendant');
    one?.scrollIntoView({ block: 'nearest' });
  };
  const render = (content: Node[] | null): void => {
    drop.replaceChildren(...(content ?? []));
    drop.hidden = content === null;
    const list = drop.querySelector('[role=listbox]');
    input.setAttribute('aria-expanded', String(list !== null));
    if (list) input.setAttribute('aria-controls', list.id);
    else input.removeAttribute('aria-controls');
    choose(-1);
  };
  const close = (): void => {
    request?.abort();
    clearTimeout(timer);
    status.textContent = '';
    render(null);
  };

  async function search(): Promise<void> {
    request?.abort();
    const q = input?.value.trim() ?? '';
    if (q.length < CHARACTERS_MIN) return close();
    request = new AbortController();
    const { signal } = request;
    const late = setTimeout(() => render([placeholders()]), PLACEHOLDERS_AFTER_MS);
    try {
      const query = new URLSearchParams({ q, limit: String(HITS_EACH), lang: config.language });
      const answer = await fetch(`/api/search/all?${query}`, { signal });
      if (!answer.ok) return close();
      const { data, meta } = (await answer.json()) as SearchAnswer;
      const groups = groupsOf(data, meta.totals, config);
      const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
      clearTimeout(late);
      render(hitList(groups, id, q, config));
      status.textContent = count === 0 ? config.none : `${count} ${config.found[count === 1 ? 0 : 1]}`;
    } catch {
      // Unreachable, or aborted by the next key: the form still works.
      if (!signal.aborted) close();
    } finally {
      clearTimeout(late);
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !drop.hidden) {
      close();
      // The first press closes the list and leaves the words; the next empties the field, as browsers do.
      event.preventDefault();
    }
    const count = options().length;
    if (drop.hidden || count === 0) return;
    if (event.key === 'ArrowDown') choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp') choose(chosen <= 0 ? count - 1 : chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) options()[chosen]?.click();
    else return;
    event.preventDefault();
  });
  form.addEventListener('submit', close);
  input.addEventListener('blur', close);
  // A press into the list must not blur the field, or the list would close before the click.
  drop.addEventListener('mousedown', (event) => event.preventDefault());
}

/** Empty rows of the final size. */
function placeholders(): HTMLElement {
  const box = newElement('div', { class: 'waiting', 'aria-busy': 'true' });
  for (let i = 0; i < PLACEHOLDERS; i++) box.append(newElement('span', {}));
  return box;
}

/** Groups of links, the query's words marked in them. Names are set as text: they never become markup. */
function hitList(groups: readonly Group[], id: string, q: string, config: SearchConfig): Node[] {
  if (groups.length === 0) return [newElement('p', { class: 'end' }, config.none)];
  const list = newElement('div', { role: 'listbox', id, 'aria-label': config.titles.companies });
  let index = 0;
  for (const [i, { title, hits }] of groups.entries()) {
    const group = newElement('div', { role: 'group', 'aria-labelledby': `${id}-group-${i}` });
    group.append(newElement('p', { id: `${id}-group-${i}`, role: 'presentation' }, title));
    for (const hit of hits) group.append(hitLink(hit, `${id}-${index++}`, q));
    list.append(group);
  }
  return [list, newElement('p', { class: 'end keys', 'aria-hidden': 'true' }, config.keys)];
}

function hitLink({ name, meta, href, tag }: Hit, id: string, q: string): HTMLElement {
  const link = newElement('a', { role: 'option', id, 'aria-selected': 'false', href, tabindex: '-1' });
  const text = newElement('span', {});
  text.append(markWords(name, q));
  if (meta !== '') text.append(newElement('small', {}, meta));
  link.append(text);
  if (tag) {
    const label = newElement('span', { class: `tag ${tag.colour}` });
    label.append(icon(tag.sign), tag.label);
    link.append(label);
  }
  return link;
}

/** Without diacritics, character by character: an index into the result is an index into the text. */
const plain = (text: string): string =>
  [...text].map((character) => character.normalize('NFD').charAt(0).toLowerCase().charAt(0)).join('');

/** Marks the start of every word of the name that begins with a word of the query. */
function markWords(name: string, q: string): DocumentFragment {
  const words = plain(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const box = document.createDocumentFragment();
  for (const part of name.split(/(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}])/u)) {
    const prefix = words.find((word) => plain(part).startsWith(word));
    if (prefix === undefined) box.append(part);
    else box.append(newElement('mark', {}, part.slice(0, prefix.length)), part.slice(prefix.length));
  }
  return box;
}

function newElement(kind: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
