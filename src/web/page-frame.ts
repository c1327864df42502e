/** What every page has around its content. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from './html.ts';
import { themeLinks } from './theme.ts';

export interface Framed {
  language: Language;
  title: string;
  description?: string;
  /** Links and scripts of this page. */
  head: Html;
  body: Html;
}

export const pageFrame = ({ language, title, description, head, body }: Framed): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description !== undefined && html`<meta name="description" content="${description}">`}
<title>${title}</title>
${themeLinks}
${head}
</head>
<body>
${body}
</body>
</html>
`.markup;

/** A page leads to itself in the other language, whose name stands in its own words. */
export function otherLanguageLink(path: string, language: Language, name: string): Html {
  const other = language === 'ro' ? 'en' : 'ro';
  return html`<a href="${path}?lang=${other}" hreflang="${other}" lang="${other}">${name}</a>`;
}
