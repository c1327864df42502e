/** Web pages of other people: their words and links, whatever the markup around them. */
import { clean } from '#base/text.ts';

/** Without tags, entities decoded, one spelling of diacritics; null when nothing is left. */
export const textOf = (html: string): string | null => clean(unescaped(html.replace(/<[^>]*>/g, ' ')));

export interface PageLink {
  /** Resolved against the page's own address. */
  url: string;
  /** Null for a link without words. */
  title: string | null;
}

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))[^>]*>(.*?)<\/a\s*>/gis;

export function* linksOf(html: string, address: string): Generator<PageLink> {
  for (const [, double, single, bare, inner = ''] of html.matchAll(ANCHOR)) {
    const url = URL.parse(unescaped(double ?? single ?? bare ?? '').trim(), address);
    if (url) yield { url: url.href, title: textOf(inner) };
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Those that editors of Romanian pages leave behind. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  acirc: 'â',
  Acirc: 'Â',
  icirc: 'î',
  Icirc: 'Î',
  abreve: 'ă',
  Abreve: 'Ă',
  scedil: 'ș',
  Scedil: 'Ș',
  tcedil: 'ț',
  Tcedil: 'Ț',
};
