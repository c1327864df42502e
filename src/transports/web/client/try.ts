/** An operation of the documentation: sends its form, renders the answer beside it, and updates the code samples of the same request. */
import { encoded, type SampleRequest, samplesOf } from '#api/openapi/code-samples.ts';
import { type AnswerTexts, bindButtons, renderAnswer, renderFailure } from './answer.ts';
import { copyText } from './clipboard.ts';

/** The page has it in `data-try`. */
interface OperationConfig extends Pick<SampleRequest, 'method' | 'path' | 'isFile' | 'isPaged'> {
  texts: AnswerTexts;
}

interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const KEY = 'firmoteca.key';
const CODE = 'firmoteca.code';
/** A faster answer needs no busy indicator. */
const BUSY_MS = 300;

const form = document.querySelector<HTMLFormElement>('form[data-try]');
const pane = document.querySelector<HTMLElement>('#answer');
if (form && pane) enhance(form, pane);

function enhance(form: HTMLFormElement, pane: HTMLElement): void {
  const config = JSON.parse(form.dataset.try ?? '{}') as OperationConfig;
  const key = keyInput();
  let request: AbortController | null = null;

  const updateCode = (): void => {
    for (const { label, source } of samplesOf(requestOf(form, config)))
      for (const code of document.querySelectorAll(`[data-code="${label}"]`)) code.textContent = source;
  };

  async function send(): Promise<void> {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const busy = setTimeout(() => pane.setAttribute('aria-busy', 'true'), BUSY_MS);
    const started = performance.now();
    try {
      const response = await fetch(addressOf(requestOf(form, config)), {
        ...requestInit(key?.value.trim() ?? ''),
        signal,
      });
      await renderAnswer(pane, response, () => performance.now() - started, config);
    } catch (error) {
      if (!signal.aborted)
        renderFailure(pane, `${config.texts.failed} ${error instanceof Error ? error.message : error}`);
    } finally {
      clearTimeout(busy);
      pane.removeAttribute('aria-busy');
    }
    if (!signal.aborted) pane.scrollIntoView({ block: 'nearest' });
  }

  /** `no-cache` revalidates the cached answer; the service would take `no-store` for a request of a fresh one. */
  function requestInit(value: string): RequestInit {
    const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
    // Without a key the answer is that of a visitor of the pages, previews included.
    if (value !== '') headers['X-API-Key'] = value;
    const body = form.querySelector<HTMLTextAreaElement>('[data-part=body]')?.value;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return {
      method: config.method,
      headers,
      cache: 'no-cache',
      credentials: value === '' ? 'same-origin' : 'omit',
      ...(body !== undefined && { body }),
    };
  }

  form.addEventListener('input', updateCode);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  for (const chip of form.querySelectorAll<HTMLElement>('[data-example]'))
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      fill(form, JSON.parse(chip.dataset.example ?? '{}') as Example);
      updateCode();
      void send();
    });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies="code"]'))
    button.addEventListener('click', () => {
      const code = button.closest('div')?.querySelector<HTMLElement>('[data-code]');
      if (code) void copyText(code.textContent ?? '', button, config.texts.copied, code);
    });
  bindButtons(pane, config.texts);
  restoreCode();
  updateCode();
}

/** The tab stores the key, nothing else does. */
function keyInput(): HTMLInputElement | null {
  const key = document.querySelector<HTMLInputElement>('#key');
  if (key === null) return null;
  key.value = sessionStorage.getItem(KEY) ?? key.dataset.demoKey ?? '';
  key.addEventListener('input', () => sessionStorage.setItem(KEY, key.value.trim()));
  return key;
}

/** The chosen language of samples applies to the next page too. */
function restoreCode(): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=code]')) {
    if (choice.id === localStorage.getItem(CODE)) choice.checked = true;
    choice.addEventListener('change', () => localStorage.setItem(CODE, choice.id));
  }
}

function fill(form: HTMLFormElement, example: Example): void {
  // Values of another example go.
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

/** The form as one request. An empty query field is not sent. */
function requestOf(form: HTMLFormElement, { method, path, isFile, isPaged }: OperationConfig): SampleRequest {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-part]')];
  const query = fields
    .filter(({ dataset, value }) => dataset.part === 'query' && value !== '')
    .map(({ name, value }) => [name, value] as const);
  const filled = fields
    .filter(({ dataset }) => dataset.part === 'params')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => encoded(value)), path);
  const body = fields.find(({ dataset }) => dataset.part === 'body')?.value;
  return { method, origin: location.origin, path: filled, query, body: parseBody(body), isFile, isPaged };
}

const addressOf = ({ path, query }: SampleRequest): string =>
  query.length > 0 ? `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : path;

/** Incomplete JSON stays text. */
function parseBody(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
