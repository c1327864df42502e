/**
 * The first page of the documentation: lists operations while the reader types, with the list of the page that the form leads to; and
 * sets the origin of the page in its first request.
 */

const DEBOUNCE_MS = 150;

const form = document.querySelector<HTMLFormElement>('form[data-operations]');
const input = form?.querySelector('input');
if (form && input) enhance(form, input);

/** The configured public URL may differ from the address that the browser uses. */
for (const code of document.querySelectorAll<HTMLElement>('[data-origin]'))
  code.textContent = (code.textContent ?? '').replaceAll(code.dataset.origin ?? '', location.origin);

function enhance(form: HTMLFormElement, input: HTMLInputElement): void {
  let timer = 0;
  let request: AbortController | null = null;

  async function search(): Promise<void> {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const words = input.value.trim();
    const address = words === '' ? form.action : `${form.action}?${new URLSearchParams({ [input.name]: words })}`;
    try {
      const answer = await fetch(address, { signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const list = page.querySelector('#found');
      if (list) document.querySelector('#found')?.replaceWith(list);
      const status = form.querySelector('[role=status]');
      if (status) status.textContent = list?.querySelector('.counted span')?.textContent ?? '';
      history.replaceState(null, '', address);
    } catch {
      // Unreachable, or aborted by the next key: the form still works.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, DEBOUNCE_MS);
  });
}
