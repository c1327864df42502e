/** Sitemaps as search engines read them: every page in both languages, each told of the other. */
import type { Language } from '#lib/i18n/message.ts';
import { to } from '#transports/web/addresses.ts';
import type { ListedPage } from './sitemaps.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Pages written at a time: a serving thread does something else between. */
const PAGES_EACH = 500;

export function indexXml(names: readonly string[], origin: string, changedOn: string): string {
  const rows = names.map(
    (name) =>
      `<sitemap><loc>${escaped(`${origin}/sitemap/${name}.xml`)}</loc><lastmod>${changedOn}</lastmod></sitemap>`,
  );
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${rows.join('\n')}\n</sitemapindex>\n`;
}

export function* urlsetXml(pages: readonly ListedPage[], origin: string): Generator<Buffer> {
  yield Buffer.from(`${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`);
  for (let at = 0; at < pages.length; at += PAGES_EACH)
    yield Buffer.from(
      pages
        .slice(at, at + PAGES_EACH)
        .map((page) => entries(page, origin))
        .join(''),
    );
  yield Buffer.from('</urlset>\n');
}

function entries({ page, params }: ListedPage, origin: string): string {
  const address = (language: Language): string => escaped(origin + to(page, language, params));
  const [ro, en] = [address('ro'), address('en')];
  const alternates = `<xhtml:link rel="alternate" hreflang="ro" href="${ro}"/><xhtml:link rel="alternate" hreflang="en" href="${en}"/>`;
  return `<url><loc>${ro}</loc>${alternates}</url>\n<url><loc>${en}</loc>${alternates}</url>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
