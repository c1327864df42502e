/**
 * The first page of the documentation: finds operations while somebody types, by putting the list of the page that the form leads
 * to in place of this one; and writes the address that the page was found under into its first request.
 */

const WAIT_MS = 150;

const form = document.querySelector<HTMLFormElement>('form[data-operations]');
const input = form?.querySelector('input');
if (form && input) enliven(form, input);

/** Whatever the service believes its address to be. */
for (const code of document.querySelectorAll<HTMLElement>('[data-origin]'))
  code.textContent = (code.textContent ?? '').replaceAll(code.dataset.origin ?? '', location.origin);

function enliven(form: HTMLFormElement, input: HTMLInputElement): void {
  let timer = 0;
  let asked: AbortController | null = null;

  async function ask(): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    const words = input.value.trim();
    const address = words === '' ? form.action : `${form.action}?${new URLSearchParams({ [input.name]: words })}`;
    try {
      const answer = await fetch(address, { signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const list = page.querySelector('#found');
      if (list) document.querySelector('#found')?.replaceWith(list);
      const told = form.querySelector('[role=status]');
      if (told) told.textContent = list?.querySelector('.counted span')?.textContent ?? '';
      history.replaceState(null, '', address);
    } catch {
      // Away, or overtaken by the next letter: the form still works.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
}
