/** HTML from template strings: every value is escaped, unless it is HTML made here. */

export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Plain loops, here and below: a page is made of thousands of these. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? '';
  for (let i = 0; i < parts.length; i++) markup += render(parts[i]) + strings[i + 1];
  return { markup };
}

/** Sentences with `code` in them, as declarations write them. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}`;

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  if ('markup' in part) return part.markup;
  let markup = '';
  for (const one of part) markup += render(one);
  return markup;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Most texts have nothing to escape: looking costs a tenth of replacing. */
const escapeText = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text;

/** Markup that was made elsewhere and is known to be harmless: never a text from outside. */
export const raw = (markup: string): Html => ({ markup });

/** Long paths and codes may break after a slash, a dot or an underscore. */
export const breakable = (text: string): Html => html`${text.split(/(?<=[/._])/).map((part) => html`${part}<wbr>`)}`;
