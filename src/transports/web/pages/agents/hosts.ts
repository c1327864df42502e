/** What is written into the files of editors, and into a program, to connect them. */

export interface HostFile {
  host: string;
  file: string;
  text: string;
}

export const hostFiles = (address: string): HostFile[] => [
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

/** Whole, so that it runs as it stands: the person opens the address that it prints, and what the browser brings back goes on. */
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
