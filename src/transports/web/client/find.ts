/** Makes the search instant: the first hits of every kind under the field, by keyboard too. Without it the form works alone. */
import { type Found, groupsOf, type Told } from './find/hits.ts';
import { drawn, waiting } from './find/list.ts';

const WAIT_MS = 120;
/** Who waits longer sees that something is on its way. */
const PATIENCE_MS = 300;
const HITS_EACH = 4;
const LETTERS_MIN = 2;

for (const [place, form] of document.querySelectorAll<HTMLFormElement>('form[data-find]').entries())
  enliven(form, `find-${place}`);

function enliven(form: HTMLFormElement, id: string): void {
  const input = form.querySelector('input');
  if (input === null) return;
  const told = JSON.parse(form.dataset.find ?? '{}') as Told;
  const drop = document.createElement('div');
  drop.className = 'drop';
  drop.hidden = true;
  const said = document.createElement('p');
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  form.append(drop, said);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);
  let asked: AbortController | null = null;
  let timer = 0;
  let chosen = -1;

  const options = (): HTMLElement[] => [...drop.querySelectorAll<HTMLElement>('[role=option]')];
  const choose = (place: number): void => {
    chosen = place;
    for (const [i, option] of options().entries()) option.setAttribute('aria-selected', String(i === place));
    const one = options()[place];
    if (one) input.setAttribute('aria-activedescendant', one.id);
    else input.removeAttribute('aria-activedescendant');
    one?.scrollIntoView({ block: 'nearest' });
  };
  const show = (content: Node[] | null): void => {
    drop.replaceChildren(...(content ?? []));
    drop.hidden = content === null;
    const list = drop.querySelector('[role=listbox]');
    input.setAttribute('aria-expanded', String(list !== null));
    if (list) input.setAttribute('aria-controls', list.id);
    else input.removeAttribute('aria-controls');
    choose(-1);
  };
  const close = (): void => {
    asked?.abort();
    clearTimeout(timer);
    said.textContent = '';
    show(null);
  };

  async function ask(): Promise<void> {
    asked?.abort();
    const q = input?.value.trim() ?? '';
    if (q.length < LETTERS_MIN) return close();
    asked = new AbortController();
    const { signal } = asked;
    const late = setTimeout(() => show([waiting()]), PATIENCE_MS);
    try {
      const query = new URLSearchParams({ q, limit: String(HITS_EACH), lang: told.language });
      const answer = await fetch(`/api/search/all?${query}`, { signal });
      if (!answer.ok) return close();
      const { data, meta } = (await answer.json()) as Found;
      const groups = groupsOf(data, meta.totals, told);
      const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
      clearTimeout(late);
      show(drawn(groups, { id, q, told }));
      said.textContent = count === 0 ? told.none : `${count} ${told.found[count === 1 ? 0 : 1]}`;
    } catch {
      // Away, or overtaken by the next letter: the form still works.
      if (!signal.aborted) close();
    } finally {
      clearTimeout(late);
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
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
  // A press into the list keeps the field in focus, so that the link below is still there when it is released.
  drop.addEventListener('mousedown', (event) => event.preventDefault());
}
