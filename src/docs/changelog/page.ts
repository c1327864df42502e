/** The changelog for people: a frame in the reader's language around changes in English. */
import type { Language } from '#sentences/sentence.ts';
import { html } from '#web/html.ts';
import { otherLanguageLink, pageFrame } from '#web/page-frame.ts';
import type { Entry } from './entries.ts';
import { changesMarkup, inline } from './markup.ts';
import { pageTexts } from './page-texts.ts';

export function changelogPage(entries: readonly Entry[], language: Language): string {
  const texts = pageTexts[language];
  return pageFrame({
    language,
    title: texts.title,
    head: html`<link rel="stylesheet" href="/start.css">
<link rel="alternate" type="application/atom+xml" title="${texts.heading}" href="/changelog.atom">`,
    body: html`<header><p class="brand">Firmoteca</p><a href="/docs">${texts.docs}</a>${otherLanguageLink('/changelog', language, texts.other)}</header>
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
</main>`,
  });
}
