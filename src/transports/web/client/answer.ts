/** The answer beside a form of the documentation: its status, its headers, its body folded, and all of it to be copied. */
import { foldedJson } from '#transports/web/components/folded-json.ts';
import { copied } from './copied.ts';

export interface Told {
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

/** What is left of the limits comes first. */
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

export async function show(
  pane: HTMLElement,
  response: Response,
  took: () => number,
  { isFile, texts }: { isFile: boolean; texts: Told },
): Promise<void> {
  const isText = /^(application\/(problem\+)?json|text\/)/.test(response.headers.get('content-type') ?? '');
  const bytes = await response.arrayBuffer();
  const left = response.headers.get('x-ratelimit-remaining');
  const facts = [
    `${response.status} ${response.statusText}`.trim(),
    `${Math.round(took())} ms`,
    size(bytes.byteLength),
    ...(left === null ? [] : [`${texts.left} ${left}`]),
  ];
  said(pane, facts.join(' · '), response.ok);
  headers(pane, response);
  const place = pane.querySelector('.shown');
  if (isText && !(isFile && response.ok)) place?.replaceChildren(body(new TextDecoder().decode(bytes)));
  else place?.replaceChildren(saved(bytes, response, texts));
}

/** Where nothing came back. */
export function asText(pane: HTMLElement, text: string): void {
  said(pane, text, false);
}

function said(pane: HTMLElement, text: string, isFine: boolean): void {
  const told = pane.querySelector('.told');
  if (!told) return;
  told.textContent = text;
  told.classList.toggle('bad', !isFine);
  told.classList.toggle('good', isFine);
}

function headers(pane: HTMLElement, response: Response): void {
  const list = document.createElement('dl');
  for (const name of HEADERS) {
    const value = response.headers.get(name);
    if (value === null) continue;
    const row = document.createElement('div');
    row.append(textIn('dt', name), textIn('dd', value));
    list.append(row);
  }
  pane.querySelector('.heads dl')?.replaceWith(list);
}

/** Every value is escaped by what draws it: nothing in an answer becomes markup. */
function body(text: string): HTMLElement {
  const place = document.createElement('div');
  place.className = 'body';
  place.tabIndex = 0;
  place.setAttribute('role', 'region');
  place.setAttribute('aria-labelledby', 'answer-title');
  try {
    if (text.length > FOLDED_CHARACTERS_MAX) throw new Error('too long to be folded');
    place.innerHTML = foldedJson(JSON.parse(text)).markup;
  } catch {
    place.append(textIn('pre', text));
  }
  return place;
}

function saved(bytes: ArrayBuffer, response: Response, { isFile, save }: Told): HTMLElement {
  const [, name = 'download'] =
    /filename="([^"]{1,200})"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const link = textIn('a', save) as HTMLAnchorElement;
  link.href = URL.createObjectURL(new Blob([bytes], { type: response.headers.get('content-type') ?? '' }));
  link.download = name;
  const line = textIn('p', `${isFile} ${name}, ${size(bytes.byteLength)} `);
  line.append(link);
  return line;
}

function textIn(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

const size = (bytes: number): string => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`);

/** The buttons above the answer: what they copy and fold is whatever is shown then. */
export function enlivenButtons(pane: HTMLElement, texts: Told): void {
  for (const button of pane.querySelectorAll<HTMLElement>('[data-copies]'))
    button.addEventListener('click', () => {
      const shown = shownIn(pane);
      if (!shown) return;
      const text = textOf(shown);
      void copied(button.dataset.copies === 'all' ? `${headOf(pane)}\n\n${text}` : text, button, texts.copied, shown);
    });
  pane.querySelector('[data-folds]')?.addEventListener('click', ({ currentTarget }) => {
    const folds = [...pane.querySelectorAll<HTMLDetailsElement>('.json details details')];
    const isOpen = folds.some(({ open }) => open);
    for (const fold of folds) fold.open = !isOpen;
    (currentTarget as HTMLElement).textContent = isOpen ? texts.unfold : texts.fold;
  });
}

/** Of several samples the one that was chosen. */
const shownIn = (pane: HTMLElement): HTMLElement | null =>
  [...pane.querySelectorAll<HTMLElement>('.body')].find((one) => one.offsetParent !== null) ?? null;

/** The letters of a tree are its JSON. */
function textOf(shown: HTMLElement): string {
  const text = shown.textContent ?? '';
  return shown.querySelector('.json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function headOf(pane: HTMLElement): string {
  const [, status = ''] = /([0-9]{3} ?[A-Za-z ]*)/.exec(pane.querySelector('.told')?.textContent ?? '') ?? [];
  const rows = [...pane.querySelectorAll('.heads dl > div')].map(
    (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
  );
  return [`HTTP/1.1 ${status.trim()}`, ...rows].join('\n');
}
