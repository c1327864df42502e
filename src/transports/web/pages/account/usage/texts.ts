/** The page of usage, in both languages. */
import type { Language } from '#lib/i18n/message.ts';

interface UsageTexts {
  lead: string;
  now: string;
  days: string;
  none: string;
  told: (days: string, requests: string, peak: string, day: string) => string;
  answered: string;
  wrong: string;
  table: string;
  day: string;
  operation: string;
  key: string;
  requests: string;
  refused: string;
  failed: string;
  operations: string;
  keys: string;
  browsers: string;
  agents: string;
  unknownKey: string;
  all: string;
  csv: string;
  counts: string;
  countsPoints: readonly string[];
}

export const usageTexts: Record<Language, UsageTexts> = {
  ro: {
    lead: 'Ce au întrebat cheile, paginile și agenții contului în ultimele 30 de zile, cu o întârziere de câteva secunde.',
    now: 'Acum',
    days: 'Pe zile',
    none: 'Nicio cerere în aceste zile.',
    told: (days, requests, peak, day) => `${requests} în ${days}. Cele mai multe într-o zi: ${peak}, la ${day}.`,
    answered: 'răspuns dat',
    wrong: 'refuzate sau eșuate',
    table: 'Tabel cu toate valorile',
    day: 'Ziua',
    operation: 'Operația',
    key: 'Cheia',
    requests: 'Cereri',
    refused: 'Refuzate (4xx)',
    failed: 'Eșuate (5xx)',
    operations: 'Pe operații',
    keys: 'Pe chei',
    browsers: 'Paginile deschise din cont',
    agents: 'Agenții conectați la cont',
    unknownKey: 'o cheie veche',
    all: 'Împreună',
    csv: 'Descarcă tot, CSV',
    counts: 'Ce se numără',
    countsPoints: [
      'Limita pe minut: fiecare cerere cu cheie și fiecare pagină deschisă din cont, oricare ar fi răspunsul. O pagină este o cerere, oricâte operații folosește. Apelurile agenților au o limită a lor, la fel: un apel se numără o dată.',
      'Cifrele de mai sus: fiecare operație la care s-a răspuns. O pagină sau un apel al unui agent poate folosi mai multe. Cererile cu o cheie care nu merge (revocată, expirată, fără Pro) și apelurile agenților peste limită nu apar aici.',
      'Refuzate sunt cererile greșite sau peste limită (4xx), eșuate cele la care greșeala a fost a noastră sau a unei surse (5xx).',
      'Nu există limită pe zi sau pe lună și nimic nu se plătește în plus.',
    ],
  },
  en: {
    lead: 'What keys, pages and agents of the account asked in the last 30 days, a few seconds behind.',
    now: 'Now',
    days: 'By day',
    none: 'No request in these days.',
    told: (days, requests, peak, day) => `${requests} in ${days}. Most on one day: ${peak}, on ${day}.`,
    answered: 'answered',
    wrong: 'refused or failed',
    table: 'Table of all values',
    day: 'Day',
    operation: 'Operation',
    key: 'Key',
    requests: 'Requests',
    refused: 'Refused (4xx)',
    failed: 'Failed (5xx)',
    operations: 'By operation',
    keys: 'By key',
    browsers: 'Pages opened from the account',
    agents: 'Agents connected to the account',
    unknownKey: 'an old key',
    all: 'Together',
    csv: 'Download all, CSV',
    counts: 'What counts',
    countsPoints: [
      'Limit per minute: every request with a key and every page opened from the account, whatever the answer. A page is one request, however many operations it uses. Calls of agents have a limit of their own, in the same way: a call counts once.',
      'The figures above: every operation that was answered. A page or a call of an agent may use several. Requests with a key that does not work (revoked, expired, without Pro) and calls of agents beyond their limit are not among them.',
      'Refused are requests that were wrong or beyond the limit (4xx), failed those where the fault was ours or a source’s (5xx).',
      'There is no limit per day or month, and nothing is charged on top.',
    ],
  },
};
