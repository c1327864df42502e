/** English texts of pages: agents. */

export const agents = {
  title: 'AI assistants',
  lead: 'Connect Claude, ChatGPT or your editor to the registries of Romania by one address. Answers come with their source and day.',
  address: 'Address of the connector',
  whole: 'Data and account (MCP):',
  dataOnly: 'Data alone, nothing about the subscription:',
  onlyHere:
    'This address is the one of the computer that runs the service: the editor and programs on it can use it. Assistants on the internet need an installation with a public address.',
  hosts: 'How to connect',
  steps: {
    claude: [
      'Open Settings → Connectors.',
      'Choose “Add custom connector”.',
      'Paste the address above, press “Add”, then “Connect”.',
      'Sign in and allow the access.',
      'Ask: “What does the company with CUI … owe?”',
    ],
    chatgpt: [
      'Open Settings → Apps & Connectors → Advanced and turn “Developer mode” on.',
      'Choose “Create” and paste the address above.',
      'Leave the authentication at “OAuth”.',
      'Sign in and allow the access.',
      'In a new chat choose the connector under “+”, and ask.',
    ],
  },
  file: (name: string) => `In ${name}:`,
  script: 'A program',
  scriptLead:
    'Programs that do not converse are better off with an API key. With the official client: `npm i @modelcontextprotocol/client`, the text below as `ask.mjs`, then `node ask.mjs`. It prints an address; open it in a browser, sign in and allow.',
  may: 'What an assistant may do',
  mayPoints: [
    'It reads what the account sees: without Pro as much as a visitor, with Pro everything. Each permission is given on a page of ours, one by one.',
    'It does not pay. It may ask for a subscription or a key, but you finish that yourself, on a page of ours, in the browser in which you are signed in.',
    'It sees no password, no e-mail address and no key.',
    '30 calls a minute, 60 with Pro. It is disconnected at any time in the account, under “Apps”.',
  ],
  questions: 'Try',
  examples: [
    'Who runs this company, and which others do they have?',
    'Is the company financially sound? How sure is the verdict?',
    'Which tenders for pumps are open now?',
    'How many euros are 12,500 lei at today’s rate?',
  ],
  tools: 'The tools',
  toolsLead: (count: number) =>
    `The ${count} tools over the data. The first address also has those of the account: plan, subscription, keys.`,
} as const;
