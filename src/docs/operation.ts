/** One operation on the docs page: what it does, a form that calls it, its answer's fields and its errors. */
import type { TObject, TSchema } from 'typebox';
import type { Json } from '#openapi/components.ts';
import { accessWords, deprecationWords, freshWords, priceWords } from '#openapi/declaration-phrases.ts';
import { errorGroups, errorsOf } from '#openapi/errors.ts';
import { codeSamples } from '#openapi/samples/samples.ts';
import type { AnyEndpoint, Example, Operation } from '#operations/endpoint.ts';
import { problems } from '#operations/problem.ts';
import { type Html, html, prose } from '#web/html.ts';
import { fieldsOf, saidOf } from './fields.ts';

/** A fixed record of the demo country that shows one interesting case. */
export interface Showcase {
  cui: string;
  name: string;
  shows: string;
}

interface Around {
  showcase: readonly Showcase[];
  /** How callers reach the service. */
  origin: string;
  /** What a request costs; null where nothing is sold. */
  paymentInfo: Json | null;
}

export function operationSection({ id, declaration }: Operation, { showcase, origin, paymentInfo }: Around): Html {
  const { method = 'GET', path, title, about, access, fresh } = declaration;
  return html`
<article id="${id}" class="operation" aria-labelledby="${id}-title">
  <p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
  <h2 id="${id}-title" tabindex="-1">${title}</h2>
  ${declaration.deprecated && html`<p class="banner" role="note">${prose(deprecationWords(declaration.deprecated))} <a href="/changelog">Changes</a></p>`}
  <p class="about">${prose(about)}</p>
  <dl class="facts">
    <div><dt>Access</dt><dd>${prose(accessWords[access])}</dd></div>
    ${paymentInfo && html`<div><dt>Price</dt><dd>${priceWords(paymentInfo)}</dd></div>`}
    <div><dt>Fresh for</dt><dd>${prose(freshWords(fresh))}</dd></div>
  </dl>
  ${form(id, declaration, showcase)}
  <section class="result" aria-live="polite" aria-label="Answer" hidden></section>
  ${samples(declaration, origin)}
  ${fields(declaration)}
  ${errors(declaration)}
</article>`;
}

function form(id: string, declaration: AnyEndpoint, showcase: readonly Showcase[]): Html {
  const { method = 'GET', path, params, query, body, examples } = declaration;
  const first: Example | undefined = examples[0];
  const inputs = [...inputsOf(id, 'params', params, first), ...inputsOf(id, 'query', query, first)];
  return html`
  <form class="try" data-method="${method}" data-path="${path}" novalidate autocomplete="off">
    <h3>Try it</h3>
    ${examples.length > 1 && html`<p class="chips" role="group" aria-label="Examples">${examples.map(chip)}</p>`}
    ${inputs}
    ${body && bodyInput(id, body, first)}
    ${params?.properties.cui && showcase.length > 0 && companies(showcase)}
    <p class="send"><button class="primary" type="submit">Send</button></p>
    <div class="curl"><code aria-label="The same request with curl"></code><button type="button" class="copy">Copy</button></div>
  </form>`;
}

const chip = (example: Example): Html =>
  html`<button type="button" class="chip" data-example="${JSON.stringify(example)}">${example.title}</button>`;

const companies = (showcase: readonly Showcase[]): Html => html`
    <details class="more"><summary>${showcase.length} companies to try</summary>
      <p class="chips">${showcase.map(
        ({ cui, name, shows }) =>
          html`<button type="button" class="chip wide" data-example="${JSON.stringify({ params: { cui } })}"><b>${name}</b> <span>${shows}</span></button>`,
      )}</p>
    </details>`;

function inputsOf(id: string, part: 'params' | 'query', schema: TObject | undefined, example?: Example): Html[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const input = `${id}-${name}`;
    const shape = property as TSchema & { description?: string; default?: unknown };
    const required = part === 'params' || (schema?.required?.includes(name) && !('default' in shape));
    return html`
    <div class="field">
      <label for="${input}">${name}${required && html` <span class="required">required</span>`}</label>
      ${control(input, part, name, shape, example?.[part]?.[name] ?? '')}
      <p class="hint" id="${input}-hint">${prose(saidOf(shape))}${'default' in shape && html` Default ${String(shape.default)}.`}</p>
    </div>`;
  });
}

function control(input: string, part: string, name: string, shape: TSchema, value: string): Html {
  const choices = choicesOf(shape);
  if (choices.length > 0) {
    return html`<select id="${input}" name="${name}" data-part="${part}" aria-describedby="${input}-hint"><option value="">–</option>${choices.map(
      (choice) => html`<option${choice === value && html` selected`}>${choice}</option>`,
    )}</select>`;
  }
  const numeric = (shape as { type?: string }).type === 'integer';
  return html`<input id="${input}" name="${name}" data-part="${part}" value="${value}" aria-describedby="${input}-hint" spellcheck="false"${numeric && html` inputmode="numeric"`}>`;
}

function choicesOf(shape: TSchema): string[] {
  const { type, enum: listed, anyOf } = shape as { type?: string; enum?: unknown[]; anyOf?: { const?: unknown }[] };
  if (type === 'boolean') return ['true', 'false'];
  const choices = listed ?? anyOf?.map((choice) => choice.const) ?? [];
  return choices.filter((choice) => choice !== undefined).map(String);
}

const bodyInput = (id: string, body: TObject, example?: Example): Html => html`
    <div class="field">
      <label for="${id}-body">Body <span class="required">required</span></label>
      <textarea id="${id}-body" data-part="body" rows="7" spellcheck="false" aria-describedby="${id}-body-hint">${JSON.stringify(example?.body ?? {}, null, 2)}</textarea>
      <p class="hint" id="${id}-body-hint">${Object.entries(body.properties).map(
        ([name, property]) => html`<code>${name}</code>: ${prose(saidOf(property as { description?: string }))} `,
      )}</p>
    </div>`;

/** The key is not written into code: it is read from the environment. */
function samples(declaration: AnyEndpoint, origin: string): Html {
  const all = codeSamples(declaration, origin);
  if (all.length === 0) return html``;
  return html`
  <details class="reference"><summary>Code <span class="count">${all.map(({ label }) => label).join(', ')}</span></summary>
    <p>Your key is read from the environment: <code>export API_KEY=…</code></p>
    ${all.map(({ label, source }) => html`<h4>${label}</h4><pre class="sample" tabindex="0" aria-label="${label}"><code>${source}</code></pre>`)}
  </details>`;
}

function fields(declaration: AnyEndpoint): Html {
  if (declaration.file) return html`<p>Answers a file. ${prose(declaration.file.about)}</p>`;
  const rows = [
    ...fieldsOf(declaration.data).map((field) => ({ ...field, path: field.path.replace(/^\[\]\.?/, '[].') })),
    ...(declaration.meta ? fieldsOf(declaration.meta).map((field) => ({ ...field, path: `meta.${field.path}` })) : []),
  ];
  if (rows.length === 0) return html``;
  return html`
  <details class="reference"><summary>Fields of <code>data</code> <span class="count">${rows.length}</span></summary>
    <div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row"><code>${breakable(row.path)}</code></th><td>${row.type}</td><td>${prose(row.description)}</td></tr>`)}</tbody></table></div>
  </details>`;
}

function errors(declaration: AnyEndpoint): Html {
  const codes = errorsOf(declaration).flatMap((group) => [...errorGroups[group]]);
  return html`
  <details class="reference"><summary>Errors <span class="count">${codes.length}</span></summary>
    <div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
    <tbody>${codes.map((code) => html`<tr><td>${problems[code][0]}</td><th scope="row"><code>${breakable(code)}</code></th><td>${problems[code][1]}</td></tr>`)}</tbody></table></div>
  </details>`;
}

/** Long paths and codes may break after a slash, a dot or an underscore. */
const breakable = (text: string): Html => html`${text.split(/(?<=[/._])/).map((part) => html`${part}<wbr>`)}`;
