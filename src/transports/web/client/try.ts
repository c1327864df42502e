/** An operation of the documentation: sends its form, shows the answer beside it, and writes the same request as code. */
import { encoded, type SampleRequest, samplesOf } from '#api/openapi/code-samples.ts';
import { asText, enlivenButtons, show, type Told as TextsTold } from './answer.ts';
import { copied } from './copied.ts';

/** What the page tells this island of the operation. */
interface Told extends Pick<SampleRequest, 'method' | 'path' | 'isFile' | 'isPaged'> {
  /** How the service believes that callers reach it. */
  origin: string;
  texts: TextsTold;
}

interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const KEY = 'firmoteca.key';
const CODE = 'firmoteca.code';
/** What comes sooner needs no sign that somebody waits. */
const BUSY_MS = 300;

const form = document.querySelector<HTMLFormElement>('form[data-try]');
const pane = document.querySelector<HTMLElement>('#answer');
if (form && pane) enliven(form, pane);

function enliven(form: HTMLFormElement, pane: HTMLElement): void {
  const told = JSON.parse(form.dataset.try ?? '{}') as Told;
  const key = rememberedKey();
  let asked: AbortController | null = null;

  const write = (): void => {
    for (const { label, source } of samplesOf(requestOf(form, told)))
      for (const code of document.querySelectorAll(`[data-code="${label}"]`)) code.textContent = source;
  };

  async function send(): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    const waiting = setTimeout(() => pane.setAttribute('aria-busy', 'true'), BUSY_MS);
    const started = performance.now();
    try {
      const response = await fetch(addressOf(requestOf(form, told)), { ...sentWith(key?.value.trim() ?? ''), signal });
      await show(pane, response, () => performance.now() - started, told);
    } catch (error) {
      if (!signal.aborted) asText(pane, `${told.texts.failed} ${error instanceof Error ? error.message : error}`);
    } finally {
      clearTimeout(waiting);
      pane.removeAttribute('aria-busy');
    }
    if (!signal.aborted) pane.scrollIntoView({ block: 'nearest' });
  }

  /** `no-cache` asks whether the kept answer still holds; `no-store` would be taken for a wish to ask the source anew. */
  function sentWith(value: string): RequestInit {
    const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
    // With a key the answer is the key's; without one it is what visitors of our pages see, previews included.
    if (value !== '') headers['X-API-Key'] = value;
    const body = form.querySelector<HTMLTextAreaElement>('[data-part=body]')?.value;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return {
      method: told.method,
      headers,
      cache: 'no-cache',
      credentials: value === '' ? 'same-origin' : 'omit',
      ...(body !== undefined && { body }),
    };
  }

  form.addEventListener('input', write);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  for (const chip of form.querySelectorAll<HTMLElement>('[data-example]'))
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      fill(form, JSON.parse(chip.dataset.example ?? '{}') as Example);
      write();
      void send();
    });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies="code"]'))
    button.addEventListener('click', () => {
      const code = button.closest('div')?.querySelector<HTMLElement>('[data-code]');
      if (code) void copied(code.textContent ?? '', button, told.texts.copied, code);
    });
  enlivenButtons(pane, told.texts);
  rememberCode();
  write();
}

/** Kept for the tab, nowhere else. */
function rememberedKey(): HTMLInputElement | null {
  const key = document.querySelector<HTMLInputElement>('#key');
  if (key === null) return null;
  key.value = sessionStorage.getItem(KEY) ?? key.dataset.demoKey ?? '';
  key.addEventListener('input', () => sessionStorage.setItem(KEY, key.value.trim()));
  return key;
}

/** Who reads Python here reads it on the next page, too. */
function rememberCode(): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=code]')) {
    if (choice.id === localStorage.getItem(CODE)) choice.checked = true;
    choice.addEventListener('change', () => localStorage.setItem(CODE, choice.id));
  }
}

function fill(form: HTMLFormElement, example: Example): void {
  // What another example left there belongs to it.
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-part=query]')) field.value = '';
  for (const part of ['params', 'query'] as const)
    for (const [name, value] of Object.entries(example[part] ?? {})) {
      const field = form.querySelector<HTMLInputElement>(`[data-part=${part}][name="${name}"]`);
      if (!field) continue;
      field.value = value;
      const fold = field.closest('details');
      if (fold) fold.open = true;
    }
  const body = form.querySelector<HTMLTextAreaElement>('[data-part=body]');
  if (body && example.body !== undefined) body.value = JSON.stringify(example.body, null, 2);
}

/** What the form says, as one request. An empty query field is not sent. */
function requestOf(form: HTMLFormElement, { method, path, isFile, isPaged }: Told): SampleRequest {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-part]')];
  const query = fields
    .filter(({ dataset, value }) => dataset.part === 'query' && value !== '')
    .map(({ name, value }) => [name, value] as const);
  const filled = fields
    .filter(({ dataset }) => dataset.part === 'params')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => encoded(value)), path);
  const body = fields.find(({ dataset }) => dataset.part === 'body')?.value;
  return { method, origin: location.origin, path: filled, query, body: parsed(body), isFile, isPaged };
}

const addressOf = ({ path, query }: SampleRequest): string =>
  query.length > 0 ? `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : path;

/** What is no JSON yet is shown as it stands. */
function parsed(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
