/** The answer beside a form of the documentation: status, headers, folded body, and buttons that copy it. */
import { foldedJson } from '#transports/web/components/folded-json.ts';
import { copyText } from './clipboard.ts';

export interface AnswerTexts {
  copied: string;
  fold: string;
  unfold: string;
  isFile: string;
  failed: string;
  save: string;
  left: string;
}

/** Above this, folding an answer takes longer than reading it. */
const FOLDED_CHARACTERS_MAX = 300_000;

/** The remaining limits come first. */
const HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'content-type',
  'content-language',
  'cache-control',
  'etag',
  'last-modified',
  'deprecation',
  'sunset',
  'x-request-id',
];

export async function renderAnswer(
  pane: HTMLElement,
  response: Response,
  elapsedMs: () => number,
  { isFile, texts }: { isFile: boolean; texts: AnswerTexts },
): Promise<void> {
  const isText = /^(application\/(problem\+)?json|text\/)/.test(response.headers.get('content-type') ?? '');
  const bytes = await response.arrayBuffer();
  const remaining = response.headers.get('x-ratelimit-remaining');
  const facts = [
    `${response.status} ${response.statusText}`.trim(),
    `${Math.round(elapsedMs())} ms`,
    size(bytes.byteLength),
    ...(remaining === null ? [] : [`${texts.left} ${remaining}`]),
  ];
  renderStatus(pane, facts.join(' · '), response.ok);
  renderHeaders(pane, response);
  const content =
    isText && !(isFile && response.ok)
      ? bodyElement(new TextDecoder().decode(bytes))
      : downloadLine(bytes, response, texts);
  pane.querySelector('.shown')?.replaceChildren(content);
}

/** For a request without an answer. */
export function renderFailure(pane: HTMLElement, text: string): void {
  renderStatus(pane, text, false);
}

function renderStatus(pane: HTMLElement, text: string, isFine: boolean): void {
  const status = pane.querySelector('.response-status');
  if (!status) return;
  status.textContent = text;
  status.classList.toggle('bad', !isFine);
  status.classList.toggle('good', isFine);
}

function renderHeaders(pane: HTMLElement, response: Response): void {
  const list = document.createElement('dl');
  for (const name of HEADERS) {
    const value = response.headers.get(name);
    if (value === null) continue;
    const row = document.createElement('div');
    row.append(textElement('dt', name), textElement('dd', value));
    list.append(row);
  }
  pane.querySelector('.heads dl')?.replaceWith(list);
}

/** `foldedJson` escapes every value: nothing in an answer becomes markup. */
function bodyElement(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'body';
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-labelledby', 'answer-title');
  try {
    if (text.length > FOLDED_CHARACTERS_MAX) throw new Error('too long to be folded');
    element.innerHTML = foldedJson(JSON.parse(text)).markup;
  } catch {
    element.append(textElement('pre', text));
  }
  return element;
}

function downloadLine(bytes: ArrayBuffer, response: Response, { isFile, save }: AnswerTexts): HTMLElement {
  const [, name = 'download'] =
    /filename="([^"]{1,200})"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const link = textElement('a', save) as HTMLAnchorElement;
  link.href = URL.createObjectURL(new Blob([bytes], { type: response.headers.get('content-type') ?? '' }));
  link.download = name;
  const line = textElement('p', `${isFile} ${name}, ${size(bytes.byteLength)} `);
  line.append(link);
  return line;
}

function textElement(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

const size = (bytes: number): string => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`);

/** The buttons above the answer copy and fold the body that is visible at the click. */
export function bindButtons(pane: HTMLElement, texts: AnswerTexts): void {
  for (const button of pane.querySelectorAll<HTMLElement>('[data-copies]'))
    button.addEventListener('click', () => {
      const body = visibleBody(pane);
      if (!body) return;
      const text = textOf(body);
      void copyText(button.dataset.copies === 'all' ? `${headOf(pane)}\n\n${text}` : text, button, texts.copied, body);
    });
  pane.querySelector('[data-folds]')?.addEventListener('click', ({ currentTarget }) => {
    const folds = [...pane.querySelectorAll<HTMLDetailsElement>('.json details details')];
    const isOpen = folds.some(({ open }) => open);
    for (const fold of folds) fold.open = !isOpen;
    (currentTarget as HTMLElement).textContent = isOpen ? texts.unfold : texts.fold;
  });
}

/** Of several samples, the chosen one. */
const visibleBody = (pane: HTMLElement): HTMLElement | null =>
  [...pane.querySelectorAll<HTMLElement>('.body')].find((one) => one.offsetParent !== null) ?? null;

/** The text content of a tree is its JSON. */
function textOf(body: HTMLElement): string {
  const text = body.textContent ?? '';
  return body.querySelector('.json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function headOf(pane: HTMLElement): string {
  const [, status = ''] =
    /([0-9]{3} ?[A-Za-z ]*)/.exec(pane.querySelector('.response-status')?.textContent ?? '') ?? [];
  const rows = [...pane.querySelectorAll('.heads dl > div')].map(
    (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
  );
  return [`HTTP/1.1 ${status.trim()}`, ...rows].join('\n');
}
