/** The changelog for people: a frame in the reader's language around changes in English. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';
import type { Entry } from './entries.ts';
import { changesMarkup, inline } from './markup.ts';

export function changelogView(entries: readonly Entry[], language: Language): View {
  const texts = textsOf(language).docs.changelog;
  return {
    title: texts.title,
    description: texts.notice,
    body: html`<section class="opening slim"><h1>${texts.heading}</h1><p class="promise">${texts.notice}${texts.told !== null && html` ${texts.told}`}</p>
<p class="tools"><a href="${to('docs', language)}">${texts.docs}</a> <a href="/changelog.atom" type="application/atom+xml">${texts.feed}</a> <a href="/changelog.json">${texts.data}</a></p></section>
${entries.map(
  ({
    id,
    date,
    kind,
    title,
    changes,
  }) => html`<section class="sheet" id="${id}" lang="en" aria-labelledby="${id}-title"><header><h2 id="${id}-title">${inline(title)}</h2><p class="small quiet" lang="${language}">${texts.kinds[kind]}${date !== null && html` · <time datetime="${date}">${shortDay(date, language)}</time>`}</p></header>
<div class="release">${changesMarkup(changes)}</div></section>`,
)}`,
  };
}
