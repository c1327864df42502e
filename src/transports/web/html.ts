/** HTML from template strings: every value is escaped unless it is `Html`. */

export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Plain loops, here and below: a page has thousands of templates. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? '';
  for (let i = 0; i < parts.length; i++) markup += render(parts[i]) + strings[i + 1];
  return { markup };
}

/** Text with `code` in backticks, as declarations have it. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}`;

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('markup' in part) return part.markup;
  let markup = '';
  for (const one of part) markup += render(one);
  return markup;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Most texts have nothing to escape: the test costs a tenth of a replacement. */
const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text;

/** Trusted markup; never a text from outside. */
export const raw = (markup: string): Html => ({ markup });
