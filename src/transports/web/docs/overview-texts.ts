/** The words of the first page of the documentation. */
import type { Language } from '#lib/i18n/message.ts';

interface OverviewTexts {
  title: string;
  description: string;
  heading: string;
  promise(operations: string): string;
  getKey: string;
  keyOfDemo: string;
  keyOfPro: string;
  toPricing: string;
  withoutKey: string;
  ask: string;
  read: string;
  readMore: string;
  answer: string;
  find: string;
  findHint: string;
  findButton: string;
  found(count: string, words: string): string;
  none(words: string): string;
  all: string;
  inFields: string;
  forPrograms: string;
  openapi: string;
  llms: string;
  spreadsheets: string;
  changes: string;
  rules: string;
  rulesOf(limits: { pro: string; address: string; browser: string } | null): readonly (readonly [string, string])[];
  meta: string;
}

export const overviewTexts: Record<Language, OverviewTexts> = {
  ro: {
    title: 'API: documentație',
    description: 'Datele publice ale firmelor din România printr-un API: operațiuni, exemple, cod, limite și erori.',
    heading: 'De la cheie la primul răspuns într-un minut',
    promise: (operations) => `${operations}, aceleași date ca în pagini. Fiecare are un exemplu și se încearcă pe loc.`,
    getKey: 'Luați o cheie',
    keyOfDemo: 'În țara demonstrativă este deja aici:',
    keyOfPro: 'Cheile se fac în cont, cu un abonament Pro.',
    toPricing: 'Ce include Pro',
    withoutKey: 'Fără cheie încercați din aceste pagini tot ce văd vizitatorii.',
    ask: 'Întrebați',
    read: 'Citiți și cât de sigur este',
    readMore: '`null` înseamnă necunoscut, `[]` înseamnă niciunul. `meta.sources` spune din ce zi este fiecare fapt.',
    answer: 'Răspuns',
    find: 'Caută o operațiune',
    findHint: 'tva, bilanț, proprietar',
    findButton: 'Caută',
    found: (count, words) => `${count} pentru „${words}”`,
    none: (words) => `Nicio operațiune pentru „${words}”. Încercați alt cuvânt, în română sau în engleză.`,
    all: 'Toate operațiunile',
    inFields: 'câmpuri:',
    forPrograms: 'Pentru programe',
    openapi: 'OpenAPI 3.1',
    llms: 'llms.txt, pentru modele de limbaj',
    spreadsheets: 'Excel și Google Sheets',
    changes: 'Noutăți',
    rules: 'Reguli pentru toate',
    rulesOf: (limits) => [
      ['Cheia', 'Antetul `X-API-Key` sau `Authorization: Bearer`. Două chei diferite într-o cerere sunt o eroare.'],
      ...(limits
        ? [
            [
              'Limite',
              `${limits.pro} pe minut cu o cheie Pro, pentru toate cheile contului; ${limits.address} de la o adresă fără cheie; ${limits.browser} din browser, de pe paginile noastre. Antetele \`RateLimit\` și \`X-RateLimit-*\` spun cât a rămas; după 429, \`Retry-After\` spune când reveniți.`,
            ] as const,
          ]
        : []),
      [
        'Erori',
        'Programele citesc `error.code`, care nu se schimbă; oamenii citesc `error.message`; `error.details` numește fiecare valoare greșită. După un 503 cu `Retry-After` merită încercat din nou.',
      ],
      [
        'Valori',
        'Identificatorii sunt texte; banii sunt în lei, dacă nu scrie altă monedă; zilele sunt `AAAA-LL-ZZ`, momentele sunt în UTC.',
      ],
      [
        'Liste',
        '`limit` cere rânduri, `meta.page.next` este adresa paginii următoare. Cu `format=csv` sau `format=xlsx` vine un tabel.',
      ],
      ['Coloane', '`fields=name,active` la o singură înregistrare dă exact acele coloane, pe un rând.'],
      ['Limba', '`lang=ro` sau `lang=en` pentru propozițiile noastre. Textele surselor nu se traduc.'],
      [
        'Schimbări',
        'Câmpurile doar se adaugă. Ce se elimină se anunță cu cel puțin 180 de zile înainte, în antete și la Noutăți.',
      ],
    ],
    meta: 'Ce spune `meta`',
  },
  en: {
    title: 'API: documentation',
    description: 'Public data of Romanian companies by an API: operations, samples, code, limits and errors.',
    heading: 'From a key to the first answer in a minute',
    promise: (operations) =>
      `${operations}, the same data as on our pages. Each has a sample and is tried on the spot.`,
    getKey: 'Take a key',
    keyOfDemo: 'In the demo country it is already here:',
    keyOfPro: 'Keys are made in your account, with a Pro subscription.',
    toPricing: 'What Pro includes',
    withoutKey: 'Without a key you try from these pages all that visitors see.',
    ask: 'Ask',
    read: 'Read, and how sure it is',
    readMore: '`null` is not known, `[]` is none. `meta.sources` says of which day each fact is.',
    answer: 'Answer',
    find: 'Search an operation',
    findHint: 'vat, balance, owner',
    findButton: 'Search',
    found: (count, words) => `${count} for “${words}”`,
    none: (words) => `No operation for “${words}”. Try another word, in Romanian or in English.`,
    all: 'All operations',
    inFields: 'fields:',
    forPrograms: 'For programs',
    openapi: 'OpenAPI 3.1',
    llms: 'llms.txt, for language models',
    spreadsheets: 'Excel and Google Sheets',
    changes: 'Changes',
    rules: 'What holds for all',
    rulesOf: (limits) => [
      ['Key', 'The header `X-API-Key` or `Authorization: Bearer`. Two different keys in one request are an error.'],
      ...(limits
        ? [
            [
              'Limits',
              `${limits.pro} a minute with a Pro key, over all keys of the account; ${limits.address} from an address without one; ${limits.browser} from browsers on our own pages. The headers \`RateLimit\` and \`X-RateLimit-*\` tell what is left; after a 429, \`Retry-After\` says when to come back.`,
            ] as const,
          ]
        : []),
      [
        'Errors',
        'Programs go by `error.code`, which is stable; people read `error.message`; `error.details` names each wrong value. A 503 with `Retry-After` is worth another try.',
      ],
      [
        'Values',
        'Identifiers are texts; money is in lei unless another currency stands beside it; days are `YYYY-MM-DD`, instants are in UTC.',
      ],
      [
        'Lists',
        '`limit` asks for rows, `meta.page.next` is the address of the next page. `format=csv` and `format=xlsx` give a table.',
      ],
      ['Columns', '`fields=name,active` on a single record gives exactly those columns, in one row.'],
      ['Language', '`lang=ro` or `lang=en` for our own sentences. Texts of the sources are not translated.'],
      [
        'Changes',
        'Fields are only added. What is taken away is announced at least 180 days before, in headers and under Changes.',
      ],
    ],
    meta: 'What `meta` says',
  },
};
