/** The page of one operation: access, a form that sends it beside a real answer, code, fields and errors. */

import { errorCodes } from '#api/api-error.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { chapterOf } from '#api/openapi/chapters.ts';
import { codeSamples, originIn } from '#api/openapi/operation.ts';
import { firstSentence } from '#api/openapi/overview.ts';
import { errorGroups, errorsOf } from '#api/openapi/responses.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { counted } from '#lib/i18n/counts.ts';
import { type Language, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card, tabs } from '#transports/web/components/card.ts';
import { foldedJson } from '#transports/web/components/folded-json.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';
import { directory } from './directory.ts';
import type { DocsPage } from './docs-page.ts';
import { breakable, fieldsOfEndpoint } from './fields.ts';
import { deprecationText, formatPrice, freshnessText, type WithoutKey, withoutKey } from './phrases.ts';
import { tryForm } from './try-form.ts';

export function operationView(operation: DocumentedOperation, docs: DocsPage): View {
  const { declaration } = operation;
  const { options: about, language } = docs;
  const texts = textsOf(language).docs.page;
  const { method = 'GET', path, deprecated } = declaration;
  const title = declaration.title[language];
  const text = declaration.about[language];
  return {
    title: `${title}: ${method} ${path}`,
    description: firstSentence(text).replaceAll('`', ''),
    scripts: ['try', 'copy'],
    body: html`<div class="docs"><article>
<p class="crumb"><a href="${to('docs', language)}">${texts.api}</a> · ${chapterOf(declaration).name[language]}</p>
<h1 class="title">${title}</h1>
<p class="address"><b>${method}</b> <code data-copy>${breakable(path)}</code></p>
${deprecated && alert({ grade: 'check', heading: texts.deprecated, lines: [html`${prose(deprecationText(deprecated, language))} <a href="${to('changes', language)}">${texts.changes}</a>`] })}
<p class="lede">${prose(text)}</p>
${statusRows(accessRows(operation, docs))}
${declaration.preview && html`<p class="small quiet parted">${prose(texts.partOf(declaration.preview.about[language]))}</p>`}
<div class="console">${tryForm(operation, docs)}${answerPane(operation, docs)}</div>
${codeCard(declaration, about.publicUrl ?? null, language)}
${fieldsCard(declaration, language)}
${errorsCard(declaration, language)}
${neighbourLinks(operation, docs)}
</article>${directory(operation, docs)}</div>`,
  };
}

const ACCESS_STATUS: Record<WithoutKey, StatusRow['status']> = {
  all: 'fine',
  part: 'check',
  page: 'check',
  none: 'pro',
};

/** Access, access from this page, price and freshness. */
function accessRows(operation: DocumentedOperation, { options: about, language }: DocsPage): StatusRow[] {
  const { declaration } = operation;
  const texts = textsOf(language).docs.page;
  const price = about.paymentInfo?.(operation) ?? null;
  const isOpen = declaration.access === 'free';
  const { limits } = about;
  return [
    {
      question: texts.who,
      word: isOpen ? texts.allCallers : price ? texts.proOrPaid : texts.proKey,
      status: isOpen ? 'fine' : 'pro',
      since: limits ? texts.limitsOf(counted(limits.pro, texts.requests, language), String(limits.browser)) : null,
    },
    {
      question: texts.here,
      word: texts.withoutKey[withoutKey(declaration)],
      status: ACCESS_STATUS[withoutKey(declaration)],
    },
    {
      question: texts.price,
      word: price ? formatPrice(price, language) : isOpen ? texts.gratis : texts.notSold,
      status: price || isOpen ? 'fine' : 'pro',
      since: price ? ('min' in (price.price as object) ? texts.bySize : texts.aRequest) : null,
    },
    {
      question: texts.fresh,
      word: freshnessText(declaration.fresh, language),
      status: 'fine',
      since: declaration.fresh === 'static' ? null : texts.thenAnew,
    },
  ];
}

/** Links to the previous and next operation, in the order of the chapters. */
function neighbourLinks({ id }: DocumentedOperation, { operations, language }: DocsPage): Html {
  const texts = textsOf(language).docs.page;
  const index = operations.findIndex((one) => one.id === id);
  const link = (other: DocumentedOperation | undefined, label: string): Html | null =>
    other
      ? html`<a class="button second" href="${to('operation', language, { operation: other.id })}"><small>${label}</small> ${other.declaration.title[language]}</a>`
      : null;
  return html`<p class="beside">${index > 0 && link(operations[index - 1], texts.before)}${link(operations[index + 1], texts.next)}</p>`;
}

function answerPane(operation: DocumentedOperation, docs: DocsPage): Html {
  const { language } = docs;
  const texts = textsOf(language).docs.page;
  return html`<section class="answer" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${texts.answer}</h2>
<p class="response-status" role="status">${texts.sample} · 200 OK</p>
<p class="tools scripted"><button type="button" data-copies="body">${icon('copy')}${texts.copyBody}</button><button type="button" data-copies="all">${icon('copy')}${texts.copyAll}</button><button type="button" data-folds>${texts.fold}</button></p>
<details class="heads" open><summary>${texts.headers}</summary>${sampleHeaders(operation, docs)}</details>
<div class="shown">${samples(operation, language)}</div>
</section>`;
}

/** The headers of every answer to a key; a real answer has the remaining requests too. */
function sampleHeaders({ declaration: { file } }: DocumentedOperation, { options: { limits } }: DocsPage): Html {
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

/** The caption states that the data is invented: an installation on real data has the same sample. */
export const sample = (answer: object, label: string, language: Language): Html =>
  html`<figure class="sample" data-demo><figcaption>${textsOf(language).docs.page.sampleOf} ${textsOf(language).docs.page.cut}</figcaption><div class="body" tabindex="0" role="region" aria-label="${label}">${foldedJson(answer)}</div></figure>`;

/** The samples read the key from the environment: a key must not be in code. */
function codeCard(declaration: AnyEndpoint, publicUrl: string | null, language: Language): Html | null {
  const texts = textsOf(language).docs.page;
  const all = codeSamples(declaration, originIn(publicUrl));
  if (all.length === 0) return null;
  return card({
    id: 'code',
    title: texts.code,
    sources: html`<p class="small quiet">${texts.codeKey} <code>export API_KEY=…</code></p>`,
    body: tabs(
      'code',
      texts.code,
      all.map(({ label, source }) => ({
        label,
        body: html`<pre class="sample" tabindex="0" role="region" aria-label="${label}"><code data-code="${label}">${source}</code></pre>
<p class="tools scripted"><button type="button" data-copies="code">${icon('copy')}${texts.copyCode}</button></p>`,
      })),
    ),
  });
}

function fieldsCard(declaration: AnyEndpoint, language: Language): Html | null {
  const texts = textsOf(language).docs.page;
  const rows = declaration.file ? [] : fieldsOfEndpoint(declaration, language);
  if (rows.length === 0) return null;
  return card({
    id: 'fields',
    title: texts.fields,
    sources: html`<p class="small quiet">${counted(rows.length, texts.fieldsOf, language)}</p>`,
    body: html`<table class="stacked fields"><thead><tr><th scope="col">${texts.field}</th><th scope="col">${texts.type}</th><th scope="col">${texts.meaning}</th></tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${breakable(row.path)}</code></th><td data-label="${texts.type}">${row.type}</td><td data-label="${texts.meaning}">${prose(row.description)}</td></tr>`)}</tbody></table>`,
  });
}

function errorsCard(declaration: AnyEndpoint, language: Language): Html {
  const texts = textsOf(language).docs.page;
  const codes = errorsOf(declaration).flatMap((group) => [...errorGroups[group]]);
  return card({
    id: 'errors',
    title: texts.errors,
    body: html`<table class="errors"><thead><tr><th scope="col">${texts.status}</th><th scope="col">${texts.errorCode}</th></tr></thead>
<tbody>${codes.map((code) => html`<tr><td>${errorCodes[code][0]}</td><th scope="row"><code>${breakable(code)}</code><small>${translate(messages.problem[code](), language)}</small></th></tr>`)}</tbody></table>`,
  });
}
