/** How to connect an AI assistant: the address, the steps for each host, and the tools. */
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { Page, View } from '#transports/web/routing/page.ts';

interface ConnectContext {
  /** Paths of the two MCP endpoints: all tools, and the data tools. */
  paths: { whole: string; data: string };
  tools: readonly { name: string; title: string }[];
}

export const connectPage = (context: ConnectContext): Page => ({
  show({ language, origin }): View {
    const texts = textsOf(language).agents;
    const whole = `${origin}${context.paths.whole}`;
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
  body: html`<p>${texts.whole}</p>${block(whole)}<p class="small quiet">${texts.dataOnly} <code>${origin}${context.paths.data}</code></p>${isThisMachine(origin) && html`<p class="small">${texts.onlyHere}</p>`}`,
})}
${card({ id: 'claude', title: 'Claude', body: steps(texts.steps.claude) })}
${card({ id: 'chatgpt', title: 'ChatGPT', body: steps(texts.steps.chatgpt) })}
${hostFiles(whole).map(({ host, file, text }) => card({ id: host.toLowerCase().replace(' ', '-'), title: host, body: html`<p class="small quiet">${texts.file(file)}</p>${block(text)}` }))}
${card({ id: 'program', title: texts.script, body: html`<p class="small quiet">${prose(texts.scriptLead)}</p>${block(scriptText(whole))}` })}
${card({ id: 'poate', title: texts.may, body: html`<ul class="points">${texts.mayPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}
${card({ id: 'incercati', title: texts.questions, body: html`<ul class="points">${texts.examples.map((question) => html`<li>${question}</li>`)}</ul>` })}
${card({ id: 'unelte', title: texts.tools, body: html`<p class="small quiet">${texts.toolsLead(context.tools.length)}</p><ul class="points">${context.tools.map(({ name, title }) => html`<li><code>${name}</code> <span lang="en">${title}</span></li>`)}</ul>` })}`,
    };
  },
});

const isThisMachine = (origin: string): boolean => /^http:\/\/(?:localhost|127\.|\[::1\])/.test(origin);

interface HostFile {
  host: string;
  file: string;
  text: string;
}

const hostFiles = (address: string): HostFile[] => [
  {
    host: 'Claude Code',
    file: 'terminal',
    text: `claude mcp add --transport http firmoteca ${address}\n# then, in Claude Code: /mcp, and sign in`,
  },
  {
    host: 'VS Code',
    file: '.vscode/mcp.json',
    text: `{\n  "servers": {\n    "firmoteca": { "type": "http", "url": "${address}" }\n  }\n}`,
  },
  {
    host: 'Cursor',
    file: '~/.cursor/mcp.json',
    text: `{\n  "mcpServers": {\n    "firmoteca": { "url": "${address}" }\n  }\n}`,
  },
];

/** A complete program: it prints an authorization address and receives the redirect. */
export const scriptText = (address: string): string =>
  `import { once } from 'node:events';
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';

const address = new URL('${address}');
const browser = createServer().listen(0, '127.0.0.1');
await once(browser, 'listening');
const redirectUrl = \`http://127.0.0.1:\${browser.address().port}/\`;
const kept = {};
const keep = (name) => (value) => { kept[name] = value; };
const authProvider = {
  redirectUrl,
  clientMetadata: { client_name: 'My script', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
  redirectToAuthorization: (page) => console.log(\`Open in your browser:\\n\${page}\`),
  clientInformation: () => kept.app, saveClientInformation: keep('app'),
  codeVerifier: () => kept.verifier, saveCodeVerifier: keep('verifier'),
  discoveryState: () => kept.server, saveDiscoveryState: keep('server'),
  tokens: () => kept.tokens, saveTokens: keep('tokens'),
};
const newTransport = () => new StreamableHTTPClientTransport(address, { authProvider });
const newClient = () => new Client({ name: 'my-script', version: '1.0.0' });

const first = newTransport();
await newClient().connect(first).catch(async (error) => {
  if (!(error instanceof UnauthorizedError)) throw error;
  const [request, response] = await once(browser, 'request');
  response.end('Done: go back to the script.');
  await first.finishAuth(new URL(request.url, redirectUrl).searchParams);
});
const client = newClient();
await client.connect(newTransport());
const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'moara' } });
console.log(structuredContent);
await client.close();
browser.closeAllConnections();
browser.close();`;
