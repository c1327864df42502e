/** How an assistant is connected: its address, the steps of each host, what it may do, and the tools that it gets. */
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { Page, View } from '#transports/web/routing/page.ts';
import { hostFiles, scriptText } from './hosts.ts';

export interface ConnectNeeds {
  /** Paths of the connector: everything, and the data alone. */
  paths: { whole: string; data: string };
  /** As agents see them. */
  tools: readonly { name: string; title: string }[];
}

export const connectPage = (needs: ConnectNeeds): Page => ({
  path: addresses.agents,
  show({ language, origin }): View {
    const texts = textsOf(language).agents;
    const whole = `${origin}${needs.paths.whole}`;
    const steps = (lines: readonly string[]): Html =>
      html`<ol class="points">${lines.map((line) => html`<li>${line}</li>`)}</ol>`;
    const block = (text: string): Html => html`<pre class="command" tabindex="0"><code data-copy>${text}</code></pre>`;
    return {
      title: texts.title,
      description: texts.lead,
      canonical: to('agents', language),
      scripts: ['copy'],
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${card({
  id: 'adresa',
  title: texts.address,
  body: html`<p>${texts.whole}</p>${block(whole)}<p class="small quiet">${texts.dataOnly} <code>${origin}${needs.paths.data}</code></p>${isThisMachine(origin) && html`<p class="small">${texts.onlyHere}</p>`}`,
})}
${card({ id: 'claude', title: 'Claude', body: steps(texts.steps.claude) })}
${card({ id: 'chatgpt', title: 'ChatGPT', body: steps(texts.steps.chatgpt) })}
${hostFiles(whole).map(({ host, file, text }) => card({ id: host.toLowerCase().replace(' ', '-'), title: host, body: html`<p class="small quiet">${texts.file(file)}</p>${block(text)}` }))}
${card({ id: 'program', title: texts.script, body: html`<p class="small quiet">${prose(texts.scriptLead)}</p>${block(scriptText(whole))}` })}
${card({ id: 'poate', title: texts.may, body: html`<ul class="points">${texts.mayPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}
${card({ id: 'incercati', title: texts.questions, body: html`<ul class="points">${texts.examples.map((question) => html`<li>${question}</li>`)}</ul>` })}
${card({ id: 'unelte', title: texts.tools, body: html`<p class="small quiet">${texts.toolsLead(needs.tools.length)}</p><ul class="points">${needs.tools.map(({ name, title }) => html`<li><code>${name}</code> <span lang="en">${title}</span></li>`)}</ul>` })}`,
    };
  },
});

const isThisMachine = (origin: string): boolean => /^http:\/\/(?:localhost|127\.|\[::1\])/.test(origin);
