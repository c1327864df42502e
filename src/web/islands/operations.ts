/** Finds operations of the documentation while somebody types: the list of the page that the form leads to, put in place of this one. */

const WAIT_MS = 150;

const form = document.querySelector<HTMLFormElement>('form[data-operations]');
const input = form?.querySelector('input');
if (form && input) enliven(form, input);

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
