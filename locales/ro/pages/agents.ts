/** Romanian texts of pages: agents. */

import { counted } from '#lib/i18n/romanian.ts';
import type { agents as english } from '#locales/en/pages/agents.ts';
import type { Localized } from '#locales/translation.ts';

export const agents: Localized<typeof english> = {
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
    `Cele ${counted(count, 'unealtă', 'unelte')} pentru date. Prima adresă le are și pe cele ale contului: plan, abonament, chei.`,
};
