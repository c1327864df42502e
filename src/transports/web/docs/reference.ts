/** What stands behind an operation: its code in three languages, the fields of its answer and its errors. */

import { errorCodes } from '#api/api-error.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { codeSamples, originIn } from '#api/openapi/operation.ts';
import { errorGroups, errorsOf } from '#api/openapi/responses.ts';
import { counted } from '#lib/i18n/counts.ts';
import { type Language, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { card, tabs } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import { type Field, fieldsOf } from './fields.ts';

/** The key is not written into code: it is read from the environment. */
export function codeSheet(declaration: AnyEndpoint, publicUrl: string | null, language: Language): Html | null {
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

export function fieldsSheet(declaration: AnyEndpoint, language: Language): Html | null {
  const texts = textsOf(language).docs.page;
  const rows = declaration.file ? [] : fieldsIn(declaration, language);
  if (rows.length === 0) return null;
  return card({
    id: 'fields',
    title: texts.fields,
    sources: html`<p class="small quiet">${counted(rows.length, texts.fieldsOf, language)}</p>`,
    body: html`<table class="stacked fields"><thead><tr><th scope="col">${texts.field}</th><th scope="col">${texts.type}</th><th scope="col">${texts.meaning}</th></tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${breakable(row.path)}</code></th><td data-label="${texts.type}">${row.type}</td><td data-label="${texts.meaning}">${prose(row.description)}</td></tr>`)}</tbody></table>`,
  });
}

/** Of `data` as they are called there; of `meta` those that only this operation has. */
export function fieldsIn({ data, meta }: AnyEndpoint, language: Language): Field[] {
  return [
    ...fieldsOf(data, language).map((field) => ({ ...field, path: field.path.replace(/^\[\]\.?/, '[].') })),
    ...(meta ? fieldsOf(meta, language).map((field) => ({ ...field, path: `meta.${field.path}` })) : []),
  ];
}

export function errorsSheet(declaration: AnyEndpoint, language: Language): Html {
  const texts = textsOf(language).docs.page;
  const codes = errorsOf(declaration).flatMap((group) => [...errorGroups[group]]);
  return card({
    id: 'errors',
    title: texts.errors,
    body: html`<table class="errors"><thead><tr><th scope="col">${texts.status}</th><th scope="col">${texts.errorCode}</th></tr></thead>
<tbody>${codes.map((code) => html`<tr><td>${errorCodes[code][0]}</td><th scope="row"><code>${breakable(code)}</code><small>${translate(messages.problem[code](), language)}</small></th></tr>`)}</tbody></table>`,
  });
}

/** Long paths and codes may break after a slash, a dot or an underscore. */
export const breakable = (text: string): Html => html`${text.split(/(?<=[/._])/).map((part) => html`${part}<wbr>`)}`;
