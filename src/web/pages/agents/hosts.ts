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

export const scriptText = (address: string): string =>
  `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
const client = new Client({ name: 'my-script', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('${address}'), { authProvider: signIn }));
const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'moara' } });
console.log(structuredContent);`;
