/** One operation: what it is and takes, a form that sends it beside a real answer, its code, its fields, its errors. */

import { chapterOf } from '#api/openapi/chapters.ts';
import { firstSentence } from '#api/openapi/overview.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { counted } from '#lib/i18n/counts.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';
import type { Drawn } from './about.ts';
import { answerPane } from './answer.ts';
import { directory } from './directory.ts';
import { freshFor, leavingWords, priceOf, type WithoutKey, withoutKey } from './phrases.ts';
import { breakable, codeSheet, errorsSheet, fieldsSheet } from './reference.ts';

import { tryForm } from './try-form.ts';

export function operationView(operation: DocumentedOperation, drawn: Drawn): View {
  const { declaration } = operation;
  const { about, language } = drawn;
  const texts = textsOf(language).docs.page;
  const { method = 'GET', path, deprecated } = declaration;
  const title = declaration.title[language];
  const text = declaration.about[language];
  return {
    title: `${title}: ${method} ${path}`,
    description: firstSentence(text).replaceAll('`', ''),
    scripts: ['try', 'copy'],
    body: html`<div class="docs"><article>
<p class="crumb"><a href="${to('docs', language)}">${texts.api}</a> · ${chapterOf(path).name[language]}</p>
<h1 class="title">${title}</h1>
<p class="address"><b>${method}</b> <code data-copy>${breakable(path)}</code></p>
${deprecated && alert({ grade: 'check', heading: texts.deprecated, lines: [html`${prose(leavingWords(deprecated, language))} <a href="${to('changes', language)}">${texts.changes}</a>`] })}
<p class="lede">${prose(text)}</p>
${statusRows(standing(operation, drawn))}
${declaration.preview && html`<p class="small quiet parted">${prose(texts.partOf(declaration.preview.about[language]))}</p>`}
<div class="console">${tryForm(operation, drawn)}${answerPane(operation, drawn)}</div>
${codeSheet(declaration, about.publicUrl ?? null, language)}
${fieldsSheet(declaration, language)}
${errorsSheet(declaration, language)}
${beside(operation, drawn)}
</article>${directory(operation, drawn)}</div>`,
  };
}

const STANDING: Record<WithoutKey, StatusRow['status']> = {
  all: 'fine',
  part: 'check',
  page: 'check',
  none: 'pro',
};

/** What it takes to ask, in four answers. */
function standing(operation: DocumentedOperation, { about, language }: Drawn): StatusRow[] {
  const { declaration } = operation;
  const texts = textsOf(language).docs.page;
  const price = about.paymentInfo?.(operation) ?? null;
  const isOpen = declaration.access === 'free';
  const { limits } = about;
  return [
    {
      question: texts.who,
      word: isOpen ? texts.anybody : price ? texts.proOrPaid : texts.proKey,
      status: isOpen ? 'fine' : 'pro',
      since: limits ? texts.limitsOf(counted(limits.pro, texts.requests, language), String(limits.browser)) : null,
    },
    {
      question: texts.here,
      word: texts.withoutKey[withoutKey(declaration)],
      status: STANDING[withoutKey(declaration)],
    },
    {
      question: texts.price,
      word: price ? priceOf(price, language) : isOpen ? texts.gratis : texts.notSold,
      status: price || isOpen ? 'fine' : 'pro',
      since: price ? ('min' in (price.price as object) ? texts.bySize : texts.aRequest) : null,
    },
    {
      question: texts.fresh,
      word: freshFor(declaration.fresh, language),
      status: 'fine',
      since: declaration.fresh === 'static' ? null : texts.thenAnew,
    },
  ];
}

/** The way on, in the order of the chapters. */
function beside({ id }: DocumentedOperation, { operations, language }: Drawn): Html {
  const texts = textsOf(language).docs.page;
  const place = operations.findIndex((one) => one.id === id);
  const link = (other: DocumentedOperation | undefined, label: string): Html | null =>
    other
      ? html`<a class="button second" href="${to('operation', language, { operation: other.id })}"><small>${label}</small> ${other.declaration.title[language]}</a>`
      : null;
  return html`<p class="beside">${place > 0 && link(operations[place - 1], texts.before)}${link(operations[place + 1], texts.next)}</p>`;
}
