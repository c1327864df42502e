/** The docs page: operations on the left, the chosen one on the right, made from the declarations. */

import { type HiddenPersons, nobodyHidden } from '#base/hidden-persons.ts';
import { chapterOf, chapters } from '#openapi/chapters.ts';
import type { Json } from '#openapi/components.ts';
import { originIn } from '#openapi/samples/samples.ts';
import type { Operation } from '#operations/endpoint.ts';
import { shownOperation } from '#operations/shown-examples.ts';
import { type Html, html } from '#web/html.ts';
import { pageFrame } from '#web/page-frame.ts';
import { operationSection, type Showcase } from './operation.ts';

export interface DocsAbout {
  version: string;
  /** How callers reach the service; left out where nobody said. */
  publicUrl?: string | null;
  /** The demo's key and records; null where real data is served. */
  demo: { key: string; showcase: readonly Showcase[] } | null;
  /** What a request costs; left out where nothing is sold. */
  paymentInfo?: (operation: Operation) => Json | null;
  /** Persons whom no example leads to; left out where nobody is served. */
  hidden?(): HiddenPersons;
}

export function docsPage(operations: readonly Operation[], about: DocsAbout): string {
  const { version, demo, paymentInfo = () => null, hidden = () => nobodyHidden } = about;
  const showcase = demo?.showcase ?? [];
  const origin = originIn(about.publicUrl ?? null);
  return pageFrame({
    language: 'en',
    title: 'Firmoteca API',
    description: 'Try every operation of the Firmoteca API.',
    head: html`<link rel="stylesheet" href="/docs/style.css">
<link rel="stylesheet" href="/docs/operation.css">
<link rel="stylesheet" href="/docs/answer.css">
<script type="module" src="/docs/app.js"></script>`,
    body: html`<a class="skip" href="#main">Skip to the operation</a>
${demo && html`<p class="banner" role="note"><b>Demo country:</b> all companies are invented.</p>`}
<header class="top">
  <p class="brand">Firmoteca <span>API ${version}</span></p>
  <button type="button" class="menu" aria-expanded="false" aria-controls="operations">Operations</button>
  <a href="/openapi.json">OpenAPI</a>
  <a href="/changelog">Changes</a>
</header>
<div class="layout">
  ${navigation(operations)}
  <main id="main" tabindex="-1" data-origin="${origin}">
    <h1 class="visually-hidden">Firmoteca API</h1>
    <div class="key field">
      <label for="key">Your key</label>
      <input id="key" autocomplete="off" spellcheck="false" data-demo-key="${demo?.key ?? ''}" value="${demo?.key ?? ''}" aria-describedby="key-hint">
      <p class="hint" id="key-hint">Sent as <code>X-API-Key</code>, kept in this tab only.${demo && ' The demo key is filled in.'} Without a key you see what visitors see: of some Pro operations a preview.</p>
    </div>
    <noscript><p class="banner">Trying an operation needs JavaScript; reading does not.</p></noscript>
    ${operations.map((operation) => operationSection(shownOperation(operation, hidden()), { showcase, origin, paymentInfo: paymentInfo(operation) }))}
  </main>
</div>`,
  });
}

function navigation(operations: readonly Operation[]): Html {
  const groups = chapters
    .map(({ name }) => ({
      name,
      members: operations.filter(({ declaration }) => chapterOf(declaration.path).name === name),
    }))
    .filter(({ members }) => members.length > 0);
  return html`
  <nav id="operations" aria-label="Operations">
    <label class="visually-hidden" for="filter">Filter operations</label>
    <input id="filter" type="search" placeholder="Filter operations" autocomplete="off">
    <p class="none" hidden>No operation matches.</p>
    ${groups.map(
      ({ name, members }) => html`
    <section><h2>${name}</h2><ul>${members.map(
      ({ id, declaration: { method = 'GET', path, title } }) =>
        html`<li><a href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span><span class="title">${title}</span><code>${path}</code></a></li>`,
    )}</ul></section>`,
    )}
  </nav>`;
}
