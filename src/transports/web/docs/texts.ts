/** The words of the documentation around what declarations say. */
import type { Language } from '#lib/i18n/message.ts';
import type { Noun } from '#transports/web/formats/counts.ts';
import type { WithoutKey } from './phrases.ts';

export interface DocsTexts {
  api: string;
  operations: Noun;
  inChapters: string;
  next: string;
  before: string;
  changes: string;
  who: string;
  anybody: string;
  proKey: string;
  proOrPaid: string;
  here: string;
  withoutKey: Record<WithoutKey, string>;
  /** What is said beside the button, before anything is sent. */
  noted: Record<WithoutKey, string>;
  partOf(shown: string): string;
  toBulk: string;
  price: string;
  notSold: string;
  gratis: string;
  aRequest: string;
  bySize: string;
  fresh: string;
  thenAnew: string;
  deprecated: string;
  try: string;
  required: string;
  others(count: string): string;
  byDefault(value: string): string;
  body: string;
  key: string;
  keyHint: string;
  keyOfDemo: string;
  send: string;
  needsScript: string;
  examples: string;
  companies(count: string): string;
  firms: Noun;
  answer: string;
  sample: string;
  sampleOf: string;
  cut: string;
  withPro: string;
  asVisitor: string;
  noSample: string;
  isFile: string;
  headers: string;
  copyBody: string;
  copyAll: string;
  fold: string;
  unfold: string;
  copied: string;
  code: string;
  codeKey: string;
  copyCode: string;
  fields: string;
  fieldsOf: Noun;
  field: string;
  type: string;
  meaning: string;
  listOf: string;
  errors: string;
  status: string;
  errorCode: string;
  when: string;
  limits: string;
  limitsOf(pro: string, browser: string): string;
  requests: Noun;
}

export const docsTexts: Record<Language, DocsTexts> = {
  ro: {
    api: 'API',
    operations: ['operațiune', 'operațiuni'],
    inChapters: 'Toate operațiunile',
    next: 'Următoarea',
    before: 'Precedenta',
    changes: 'Noutăți',
    who: 'Cine poate întreba',
    anybody: 'Oricine',
    proKey: 'Cheie Pro',
    proOrPaid: 'Cheie Pro sau plată',
    here: 'Fără cheie, de aici',
    withoutKey: { all: 'Tot răspunsul', part: 'O parte', page: 'Din altă pagină', none: 'Nimic' },
    noted: {
      all: 'Fără cheie vedeți de aici tot răspunsul, ca vizitator.',
      part: 'Cere o cheie Pro. Fără cheie vedeți de aici o parte, marcată cu `meta.preview`.',
      page: 'Cere o cheie Pro. Fără cheie se poate din pagina noastră, nu printr-o cerere.',
      none: 'Cere o cheie Pro. Fără cheie răspunsul este 403 `PRO_KEY_REQUIRED`.',
    },
    partOf: (shown) => `Vizitatorii văd ${shown}.`,
    toBulk: 'Verificare în lot',
    price: 'Preț',
    notSold: 'Doar cu abonament Pro',
    gratis: 'Gratuit',
    aRequest: 'pe cerere',
    bySize: 'pe cerere, după mărimea ei',
    fresh: 'Proaspăt timp de',
    thenAnew: 'apoi se citește din nou',
    deprecated: 'Pe cale de eliminare',
    try: 'Încercați',
    required: 'obligatoriu',
    others: (count) => `Alți parametri: ${count}`,
    byDefault: (value) => `Implicit ${value}.`,
    body: 'Corpul cererii',
    key: 'Cheia dumneavoastră',
    keyHint: 'Se trimite ca `X-API-Key` și rămâne doar în această filă.',
    keyOfDemo: 'Cheia demonstrativă este deja completată; ștergeți-o ca să vedeți ce văd vizitatorii.',
    send: 'Trimite',
    needsScript: 'Această cerere are un corp JSON: fără JavaScript se trimite cu linia curl de mai jos.',
    examples: 'Exemple',
    companies: (count) => `${count} de încercat`,
    firms: ['firmă', 'firme'],
    answer: 'Răspuns',
    sample: 'Exemplu',
    sampleOf: 'Exemplu din țara demonstrativă: firme și persoane inventate.',
    cut: 'Listele sunt scurtate la primele rânduri.',
    withPro: 'Cu cheie Pro',
    asVisitor: 'Fără cheie',
    noSample:
      'Pentru această operațiune nu se poate arăta un exemplu acum. Trimiteți cererea și îl vedeți pe cel adevărat.',
    isFile: 'Răspunsul este un fișier.',
    headers: 'Antete, cu limitele',
    copyBody: 'Copiază răspunsul',
    copyAll: 'Copiază cu antete',
    fold: 'Pliază tot',
    unfold: 'Desfășoară tot',
    copied: 'Copiat',
    code: 'Cod',
    codeKey: 'Cheia se citește din mediu:',
    copyCode: 'Copiază codul',
    fields: 'Ce înseamnă',
    fieldsOf: ['câmp', 'câmpuri'],
    field: 'Câmp',
    type: 'Tip',
    meaning: 'Înțeles',
    listOf: 'listă de',
    errors: 'Erori',
    status: 'Stare',
    errorCode: 'Cod',
    when: 'Când',
    limits: 'Limite',
    limitsOf: (pro, browser) => `${pro} pe minut cu o cheie Pro, ${browser} din paginile noastre.`,
    requests: ['cerere', 'cereri'],
  },
  en: {
    api: 'API',
    operations: ['operation', 'operations'],
    inChapters: 'All operations',
    next: 'Next',
    before: 'Before',
    changes: 'Changes',
    who: 'Who may ask',
    anybody: 'Everybody',
    proKey: 'A Pro key',
    proOrPaid: 'A Pro key or a payment',
    here: 'Without a key, from here',
    withoutKey: { all: 'The whole answer', part: 'A part', page: 'From another page', none: 'Nothing' },
    noted: {
      all: 'Without a key you see the whole answer from here, as a visitor.',
      part: 'Needs a Pro key. Without one you see a part from here, marked `meta.preview`.',
      page: 'Needs a Pro key. Without one our page does it, a request does not.',
      none: 'Needs a Pro key. Without one the answer is 403 `PRO_KEY_REQUIRED`.',
    },
    partOf: (shown) => `Visitors see ${shown}.`,
    toBulk: 'Bulk check',
    price: 'Price',
    notSold: 'With Pro only',
    gratis: 'Free',
    aRequest: 'a request',
    bySize: 'a request, by its size',
    fresh: 'Fresh for',
    thenAnew: 'then it is read anew',
    deprecated: 'On its way out',
    try: 'Try it',
    required: 'required',
    others: (count) => `Other parameters: ${count}`,
    byDefault: (value) => `Default ${value}.`,
    body: 'Body',
    key: 'Your key',
    keyHint: 'Sent as `X-API-Key`, kept in this tab only.',
    keyOfDemo: 'The demo key is filled in; empty it to see what visitors see.',
    send: 'Send',
    needsScript: 'This request has a JSON body: without JavaScript, send it with the curl line below.',
    examples: 'Examples',
    companies: (count) => `${count} to try`,
    firms: ['company', 'companies'],
    answer: 'Answer',
    sample: 'Sample',
    sampleOf: 'Sample of the demo country: invented firms and people.',
    cut: 'Lists are cut to their first rows.',
    withPro: 'With a Pro key',
    asVisitor: 'Without a key',
    noSample: 'No sample of this operation can be shown right now. Send the request to see the real answer.',
    isFile: 'The answer is a file.',
    headers: 'Headers, with the limits',
    copyBody: 'Copy the answer',
    copyAll: 'Copy with headers',
    fold: 'Fold all',
    unfold: 'Unfold all',
    copied: 'Copied',
    code: 'Code',
    codeKey: 'Your key is read from the environment:',
    copyCode: 'Copy the code',
    fields: 'What it means',
    fieldsOf: ['field', 'fields'],
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    listOf: 'list of',
    errors: 'Errors',
    status: 'Status',
    errorCode: 'Code',
    when: 'When',
    limits: 'Limits',
    limitsOf: (pro, browser) => `${pro} a minute with a Pro key, ${browser} from our own pages.`,
    requests: ['request', 'requests'],
  },
};
