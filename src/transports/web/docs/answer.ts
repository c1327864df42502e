/** What an operation answers, before anything is sent: an answer that was really given, folded where it is long; then the real one. */

import type { DocumentedOperation } from '#api/operation-examples.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { tabs } from '#transports/web/components/card.ts';
import { foldedJson } from '#transports/web/components/folded-json.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Drawn } from './about.ts';

export function answerPane(operation: DocumentedOperation, drawn: Drawn): Html {
  const { language } = drawn;
  const texts = textsOf(language).docs.page;
  return html`<section class="answer" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${texts.answer}</h2>
<p class="told" role="status">${texts.sample} · 200 OK</p>
<p class="tools scripted"><button type="button" data-copies="body">${icon('copy')}${texts.copyBody}</button><button type="button" data-copies="all">${icon('copy')}${texts.copyAll}</button><button type="button" data-folds>${texts.fold}</button></p>
<details class="heads" open><summary>${texts.headers}</summary>${sampleHeaders(operation, drawn)}</details>
<div class="shown">${samples(operation, language)}</div>
</section>`;
}

/** Those that a holder of a key gets with every answer; what is left is told by the real one only. */
function sampleHeaders({ declaration: { file } }: DocumentedOperation, { about: { limits } }: Drawn): Html {
  const rows: [string, string][] = [
    ['content-type', file ? file.mediaTypes[0] : 'application/json; charset=utf-8'],
    ...(limits ? ([['ratelimit-policy', `"pro";q=${limits.pro};w=60`]] as [string, string][]) : []),
  ];
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function samples({ declaration, answers: { whole, preview } }: DocumentedOperation, language: Language): Html {
  const texts = textsOf(language).docs.page;
  if (declaration.file) return html`<p>${texts.isFile} ${declaration.file.about[language]}</p>`;
  if (whole === null) return html`<p class="quiet">${texts.noSample}</p>`;
  if (preview === null) return sample(whole, texts.answer, language);
  return tabs('sample', texts.answer, [
    { label: texts.withPro, body: sample(whole, texts.withPro, language) },
    { label: texts.asVisitor, body: sample(preview, texts.asVisitor, language) },
  ]);
}

/** It says that nobody in it is real: an installation on real data shows it, too. */
export const sample = (answer: object, label: string, language: Language): Html =>
  html`<figure class="sample" data-demo><figcaption>${textsOf(language).docs.page.sampleOf} ${textsOf(language).docs.page.cut}</figcaption><div class="body" tabindex="0" role="region" aria-label="${label}">${foldedJson(answer)}</div></figure>`;
