/** The form that sends an operation. A client script renders the answer beside it; without scripts the form redirects to the answer. */

import type { TObject, TSchema } from 'typebox';
import type { AnyEndpoint, Example } from '#api/endpoint.ts';
import { encoded } from '#api/openapi/code-samples.ts';
import { originIn } from '#api/openapi/operation.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { documentedSchema } from '#api/parameters.ts';
import { isPaged } from '#api/tables/format.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { DocsOptions, DocsPage, Showcase } from './docs-page.ts';
import { meaningOf, withoutKey } from './phrases.ts';

/** The parameter of a form submitted without scripts. */
export const TRY = 'try';

export function tryForm({ id, declaration }: DocumentedOperation, { options: about, language }: DocsPage): Html {
  const texts = textsOf(language).docs.page;
  const { params, query, body, examples } = declaration;
  const first = examples[0];
  const here = to('operation', language, { operation: id });
  return html`<form class="try" action="${here}" data-try="${JSON.stringify(clientConfig(declaration, about, language))}" novalidate autocomplete="off">
<h2>${texts.try}</h2>
<input type="hidden" name="${TRY}" value="1">
${examples.length > 1 && html`<p class="chips" role="group" aria-label="${texts.examples}">${examples.map((example) => chip(here, example, html`${example.title[language]}`))}</p>`}
${inputsOf('params', params, first, language)}${queryInputs(query, first, language)}${body && bodyInput(body, first, language)}
${params?.properties.cui && companies(here, about.demo?.showcase ?? [], language)}
${keyInput(about, language)}
<p class="access-note">${icon(declaration.access === 'free' || withoutKey(declaration) === 'all' ? 'fine' : 'pro')}<span>${prose(texts.noted[withoutKey(declaration)])}${withoutKey(declaration) === 'page' && html` <a href="${to('bulk', language)}">${texts.toBulk}</a>`}</span></p>
<p><button class="button" type="submit">${texts.send}</button></p>
${body && html`<noscript><p class="small quiet">${texts.needsScript}</p></noscript>`}
</form>`;
}

/** The address of the answer for a form submitted without scripts; null for an operation with a body. */
export function answerAddress(declaration: AnyEndpoint, fields: URLSearchParams): string | null {
  const { method = 'GET', path, params, query } = declaration;
  if (method !== 'GET') return null;
  const search = new URLSearchParams();
  for (const name of Object.keys(query?.properties ?? {})) {
    const value = fields.get(name) ?? '';
    if (value !== '') search.set(name, value);
  }
  const names = Object.keys(params?.properties ?? {});
  const filled = names.reduce((text, name) => text.replace(`{${name}}`, () => encoded(fields.get(name) ?? '')), path);
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** For the client script, which has neither texts nor declarations. */
function clientConfig(declaration: AnyEndpoint, { publicUrl = null }: DocsOptions, language: Language) {
  const { method = 'GET', path, file } = declaration;
  const { copied, fold, unfold, isFile } = textsOf(language).docs.page;
  return {
    method,
    path,
    isFile: file !== undefined,
    isPaged: isPaged(declaration),
    origin: originIn(publicUrl),
    texts: { copied, fold, unfold, isFile, ...textsOf(language).docs.tryForm },
  };
}

const chip = (here: string, example: Omit<Example, 'title'>, text: Html): Html => {
  const sent = new URLSearchParams({ [TRY]: '1', ...example.params, ...example.query });
  return html`<a class="chip" href="${here}?${sent.toString()}" data-example="${JSON.stringify(example)}">${text}</a>`;
};

const companies = (here: string, showcase: readonly Showcase[], language: Language): Html | null =>
  showcase.length === 0
    ? null
    : html`<details class="more"><summary>${textsOf(language).docs.page.companies(counted(showcase.length, textsOf(language).docs.page.firms, language))}</summary>
<p class="chips">${showcase.map(({ cui, name, shows }) => chip(here, { params: { cui } }, html`<b>${name}</b> <span>${shows[language]}</span>`))}</p></details>`;

/** The input has no name: a form submitted without scripts must not put the key into an address. */
function keyInput({ demo }: DocsOptions, language: Language): Html {
  const texts = textsOf(language).docs.page;
  return html`<div class="scripted"><label for="key">${texts.key}</label>
<input class="field mono" id="key" data-demo-key="${demo?.key ?? ''}" value="${demo?.key ?? ''}" aria-describedby="key-hint" spellcheck="false" autocapitalize="off">
<p class="hint" id="key-hint">${prose(texts.keyHint)}${demo && ` ${texts.keyOfDemo}`}</p></div>`;
}

/** Required fields and fields of the example; the others are folded, so that the button stays near. */
function queryInputs(query: TObject | undefined, example: Example | undefined, language: Language): Html[] {
  const properties = Object.entries(query?.properties ?? {});
  const isUsual = ([name, shape]: (typeof properties)[number]): boolean =>
    example?.query?.[name] !== undefined || isRequired('query', query, name, shape as object);
  const [usual, others] = [properties.filter(isUsual), properties.filter((one) => !isUsual(one))];
  const inputs = (some: typeof properties): Html[] =>
    inputsOf('query', query && { ...query, properties: Object.fromEntries(some) }, example, language);
  if (others.length < FOLDED_MIN) return inputs(properties);
  return [
    ...inputs(usual),
    html`<details class="more"><summary>${textsOf(language).docs.page.others(String(others.length))}</summary><div class="try">${inputs(others)}</div></details>`,
  ];
}

/** A single field is shorter than its fold. */
const FOLDED_MIN = 2;

type Part = 'params' | 'query';

const isRequired = (part: Part, schema: TObject | undefined, name: string, shape: object): boolean =>
  part === 'params' || ((schema?.required as string[] | undefined)?.includes(name) === true && !('default' in shape));

const inputsOf = (part: Part, schema: TObject | undefined, example: Example | undefined, language: Language): Html[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const texts = textsOf(language).docs.page;
    const input = `${part}-${name}`;
    const shape = property as TSchema & { description?: string; default?: unknown };
    return html`<div><label for="${input}"><code>${name}</code>${isRequired(part, schema, name, shape) && html` <span class="required">${texts.required}</span>`}</label>
${control(input, part, name, shape, example?.[part]?.[name] ?? '')}
<p class="hint" id="${input}-hint">${prose(meaningOf(shape, language))}${'default' in shape && ` ${texts.byDefault(String(shape.default))}`}</p></div>`;
  });

function control(input: string, part: Part, name: string, shape: TSchema, value: string): Html {
  const choices = choicesOf(shape);
  const attributes = html`id="${input}" name="${name}" data-part="${part}" aria-describedby="${input}-hint"`;
  if (choices.length > 0)
    return html`<select class="field" ${attributes}><option value="">–</option>${choices.map(
      (choice) => html`<option${choice === value && html` selected`}>${choice}</option>`,
    )}</select>`;
  const { type, format } = documentedSchema(shape) as { type?: string; format?: string };
  if (format === 'date') return html`<input class="field" type="date" ${attributes} value="${value}">`;
  return html`<input class="field" ${attributes} value="${value}" spellcheck="false" autocapitalize="off"${type === 'integer' && html` inputmode="numeric"`}>`;
}

function choicesOf(shape: TSchema): string[] {
  const { type, enum: members, anyOf } = shape as { type?: string; enum?: unknown[]; anyOf?: { const?: unknown }[] };
  if (type === 'boolean') return ['true', 'false'];
  const choices = members ?? anyOf?.map((choice) => choice.const) ?? [];
  return choices.filter((choice) => choice !== undefined).map(String);
}

const bodyInput = (body: TObject, example: Example | undefined, language: Language): Html => html`<div>
<label for="body">${textsOf(language).docs.page.body} <span class="required">${textsOf(language).docs.page.required}</span></label>
<textarea class="field" id="body" data-part="body" rows="7" spellcheck="false" aria-describedby="body-hint">${JSON.stringify(example?.body ?? {}, null, 2)}</textarea>
<p class="hint" id="body-hint">${Object.entries(body.properties).map(
  ([name, property]) =>
    html`<code>${name}</code>: ${prose(meaningOf(property as { description?: string }, language))} `,
)}</p></div>`;
