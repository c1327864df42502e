/** How assistants are connected, in both languages. */
import type { Language } from '#lib/i18n/message.ts';

export interface AgentsTexts {
  title: string;
  lead: string;
  address: string;
  whole: string;
  dataOnly: string;
  onlyHere: string;
  hosts: string;
  steps: Record<'claude' | 'chatgpt', readonly string[]>;
  file(name: string): string;
  script: string;
  scriptLead: string;
  may: string;
  mayPoints: readonly string[];
  questions: string;
  examples: readonly string[];
  tools: string;
  toolsLead(count: number): string;
}

export const agentsTexts: Record<Language, AgentsTexts> = {
  ro: {
    title: 'Asistenți AI',
    lead: 'Conectați Claude, ChatGPT sau editorul la registrele României printr-o singură adresă. Răspunsurile vin cu sursa și ziua lor.',
    address: 'Adresa conectorului',
    whole: 'Date și cont (MCP):',
    dataOnly: 'Numai date, fără nimic despre abonament:',
    onlyHere:
      'Această adresă este a calculatorului pe care rulează serviciul: merg editorul și programele de pe el. Asistenții din internet au nevoie de o instalare cu adresă publică.',
    hosts: 'Cum se conectează',
    steps: {
      claude: [
        'Deschideți Settings → Connectors.',
        'Alegeți „Add custom connector”.',
        'Lipiți adresa de mai sus și apăsați „Add”, apoi „Connect”.',
        'Intrați în cont și permiteți accesul.',
        'Întrebați: „Ce datorii are firma cu CUI … ?”',
      ],
      chatgpt: [
        'Deschideți Settings → Apps & Connectors → Advanced și porniți „Developer mode”.',
        'Alegeți „Create” și lipiți adresa de mai sus.',
        'La autentificare lăsați „OAuth”.',
        'Intrați în cont și permiteți accesul.',
        'Într-o conversație nouă, alegeți conectorul din „+” și întrebați.',
      ],
    },
    file: (name) => `În ${name}:`,
    script: 'Un program',
    scriptLead:
      'Programele care nu stau de vorbă folosesc mai bine o cheie API. Cu clientul oficial: `npm i @modelcontextprotocol/client`, textul de mai jos în `ask.mjs`, apoi `node ask.mjs`. Programul scrie o adresă; o deschideți în browser, intrați și permiteți.',
    may: 'Ce poate un asistent',
    mayPoints: [
      'Citește ce vede contul: fără Pro, cât vede un vizitator; cu Pro, tot. Fiecare permisiune se dă într-o pagină a noastră, pe rând.',
      'Nu plătește. Poate cere un abonament sau o cheie, dar totul se încheie de dumneavoastră, într-o pagină a noastră, în browserul în care sunteți conectat.',
      'Nu vede parola, e-mailul sau vreo cheie.',
      '30 de apeluri pe minut, 60 cu Pro. Se deconectează oricând din cont, la „Aplicații”.',
    ],
    questions: 'Încercați',
    examples: [
      'Cine conduce firma asta și ce alte firme mai are?',
      'E sănătoasă firma financiar? Cât de sigur e verdictul?',
      'Ce licitații pentru pompe sunt deschise acum?',
      'Câți euro fac 12.500 de lei la cursul de azi?',
    ],
    tools: 'Uneltele',
    toolsLead: (count) =>
      `Cele ${count} unelte pentru date. Prima adresă le are și pe cele ale contului: plan, abonament, chei.`,
  },
  en: {
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
    file: (name) => `In ${name}:`,
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
    toolsLead: (count) =>
      `The ${count} tools over the data. The first address also has those of the account: plan, subscription, keys.`,
  },
};
