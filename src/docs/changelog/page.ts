/** The changelog for people: a frame in the reader's language around changes in English. */
import type { Language } from '#sentences/sentence.ts';
import { html } from '#web/html.ts';
import { themeLinks } from '#web/theme.ts';
import type { Entry } from './entries.ts';
import { changesMarkup, inline } from './markup.ts';
import { pageTexts } from './page-texts.ts';

export function changelogPage(entries: readonly Entry[], language: Language): string {
  const texts = pageTexts[language];
  const other = language === 'ro' ? 'en' : 'ro';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
${themeLinks}
<link rel="stylesheet" href="/start.css">
<link rel="alternate" type="application/atom+xml" title="${texts.heading}" href="/changelog.atom">
</head>
<body>
<header><p class="brand">Firmoteca</p><a href="/docs">${texts.docs}</a><a href="/changelog?lang=${other}" hreflang="${other}" lang="${other}">${texts.other}</a></header>
<main>
  <h1>${texts.heading}</h1>
  <p>${texts.notice}${texts.told !== null && html` ${texts.told}`}</p>
  <p><a href="/changelog.atom">${texts.feed}</a> · <a href="/changelog.json">${texts.data}</a></p>
  ${entries.map(
    ({ id, date, title, changes }) => html`
  <section id="${id}" lang="en" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${inline(title)}${date !== null && html` <small><time datetime="${date}">${date}</time></small>`}</h2>
    ${changesMarkup(changes)}
  </section>`,
  )}
</main>
</body>
</html>
`.markup;
}
