/** The words of the bulk check, around its rows. */
import type { Language } from '#lib/i18n/message.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { wholeNumber } from '#transports/web/formats/numbers.ts';

const CODES: Record<Language, Noun> = { ro: ['cod', 'coduri'], en: ['code', 'codes'] };
const FIRMS: Record<Language, Noun> = { ro: ['firmă', 'firme'], en: ['company', 'companies'] };
const LINES: Record<Language, Noun> = { ro: ['rând', 'rânduri'], en: ['line', 'lines'] };
const DAYS: Record<Language, Noun> = { ro: ['zi', 'zile'], en: ['day', 'days'] };

const countedBy = (nouns: Record<Language, Noun>, language: Language) => (count: number) =>
  counted(count, nouns[language], language);

const ro = {
  codes: countedBy(CODES, 'ro'),
  firms: countedBy(FIRMS, 'ro'),
  lines: countedBy(LINES, 'ro'),
  title: 'Sunt furnizorii în regulă?',
  tab: 'Verificare în lot: registru, TVA, inactivi, e-Factura',
  lead: (max: number) =>
    `TVA și inactivitate fiscală la data facturii; registrul și e-Factura, așa cum sunt acum. Până la ${ro.codes(max)}.`,
  list: 'Lista',
  paste: 'Coduri, câte unul pe rând',
  file: 'sau un fișier: CSV, XLSX, text',
  day: 'TVA la data de',
  receipts: 'Cu dovadă semnată pentru fiecare cod',
  go: 'Verifică',
  /** For the island, by the plural rules of the language. */
  count: { go: 'Verifică', one: 'cod', few: 'coduri', other: 'de coduri' },
  again: 'Listă nouă',
  kept: (days: number) => `Lista și rezultatul se păstrează ${counted(days, DAYS.ro, 'ro')}, apoi se șterg.`,
  whoSees: {
    visitor:
      'Când sunt foarte multe, cele mai vechi ale vizitatorilor se șterg mai devreme, dar nu în prima oră. Rezultatul îl vede numai cine are adresa lui.',
    pro: 'Rezultatul îl vedeți numai din contul dumneavoastră.',
  },
  meanings: 'Ce înseamnă rezultatul',
  stop: 'De oprit',
  check: 'De verificat',
  fine: 'În regulă',
  stopMeans: 'radiate, falite, inactive sau cu TVA anulat',
  checkMeans: 'insolvență, suspendare, fără TVA, coduri greșite',
  fineMeans: (day: string) => `la ${day}`,
  stopLong: 'Firma este radiată, în faliment, declarată inactivă, sau nu mai avea cod de TVA în ziua aleasă.',
  checkLong:
    'Firma este în insolvență, dizolvare sau suspendată, nu a fost niciodată plătitoare de TVA, are datorii, ori codul nu este bun sau o sursă nu a răspuns.',
  fineLong: 'În funcțiune, activă fiscal și plătitoare de TVA în ziua aleasă.',
  anyList:
    'Copiați o coloană din Excel sau un tabel întreg: coloana cu coduri o găsim noi. RO, spațiile și punctele nu încurcă. Niciun rând nu se pierde: ce nu este cod vă spunem.',
  pro: (max: number) => `Pro verifică până la ${ro.codes(max)} deodată și dă o dovadă semnată pentru fiecare.`,
  overLimit: (codes: number, max: number) =>
    `Ați lipit ${ro.codes(codes)}. Fără Pro verificăm primele ${wholeNumber(max, 'ro')}.`,
  overLimitPro: (codes: number, max: number) =>
    `Ați trimis ${ro.codes(codes)}. Verificăm primele ${wholeNumber(max, 'ro')}.`,
  sum: (all: number) => `Ați trimis ${ro.lines(all)}:`,
  checked: (count: number) => counted(count, ['cod verificat', 'coduri verificate'], 'ro'),
  wrong: (count: number) => counted(count, ['cod greșit', 'coduri greșite'], 'ro'),
  toCheck: (count: number) => `${ro.codes(count)} de verificat`,
  duplicate: (count: number) => counted(count, ['rând repetat', 'rânduri repetate'], 'ro'),
  refused: (count: number) => counted(count, ['rând fără cod', 'rânduri fără cod'], 'ro'),
  over: (count: number) => counted(count, ['cod peste limită', 'coduri peste limită'], 'ro'),
  heading: (text: string) => `Primul rând este capul de tabel: ${text}`,
  working: (done: number, codes: number) => `Am verificat ${wholeNumber(done, 'ro')} din ${ro.codes(codes)}`,
  workingLead: 'Puteți închide pagina: verificarea continuă și o găsiți la această adresă.',
  reload: 'Pagina se reîncarcă singură.',
  notPro: 'Verificarea s-a oprit: abonamentul Pro nu mai este activ. Ce s-a verificat până atunci rămâne.',
  failed: 'Verificarea s-a oprit din vina noastră. Ce s-a verificat până atunci rămâne; trimiteți restul din nou.',
  problemsFirst: 'Problemele întâi',
  listOrder: 'Ordinea din listă',
  csv: 'CSV cu toate',
  xlsx: 'XLSX',
  proof: 'Dovada verificării',
  allFine: (count: number) => `${ro.firms(count)} în regulă`,
  allOver: (count: number) =>
    counted(count, ['cod neverificat, peste limită', 'coduri neverificate, peste limită'], 'ro'),
  cui: 'CUI',
  name: 'Denumire',
  registry: 'Registru',
  vat: (day: string) => `TVA la ${day}`,
  fiscal: 'Fiscal',
  eInvoice: 'e-Factura',
  line: (line: number) => `rândul ${wholeNumber(line, 'ro')}`,
  wrongCode: 'nu este cod',
  noCode: 'Un CUI are 1–10 cifre, cu sau fără RO.',
  askedAt: (moment: string) => `verificat ${moment}`,
  goes: (moment: string) => `Se șterge pe ${moment}.`,
  remove: 'Șterge acum',
  mine: 'Verificările dumneavoastră',
  mineRow: (day: string) => `TVA la ${day}`,
  states: { running: 'în lucru', done: 'gata', notPro: 'oprită', failed: 'oprită' },
};

const en: typeof ro = {
  codes: countedBy(CODES, 'en'),
  firms: countedBy(FIRMS, 'en'),
  lines: countedBy(LINES, 'en'),
  title: 'Are your suppliers in order?',
  tab: 'Bulk check: registry, VAT, inactive, e-Factura',
  lead: (max: number) =>
    `VAT and tax-inactive on the invoice date; registry and e-Factura as they are now. Up to ${en.codes(max)}.`,
  list: 'List',
  paste: 'Fiscal codes, one a line',
  file: 'or a file: CSV, XLSX, text',
  day: 'VAT on the day',
  receipts: 'With a signed receipt for each code',
  go: 'Check',
  count: { go: 'Check', one: 'code', few: 'codes', other: 'codes' },
  again: 'New list',
  kept: (days: number) => `List and result are kept for ${counted(days, DAYS.en, 'en')}, then deleted.`,
  whoSees: {
    visitor:
      'When there are very many, the oldest ones of visitors are deleted sooner, but not within the first hour. Only who has its address sees the result.',
    pro: 'Only your account sees the result.',
  },
  meanings: 'What the result means',
  stop: 'Stop',
  check: 'Look at',
  fine: 'In order',
  stopMeans: 'struck off, bankrupt, tax-inactive or VAT cancelled',
  checkMeans: 'insolvent, suspended, without VAT, wrong codes',
  fineMeans: (day: string) => `on ${day}`,
  stopLong: 'Struck off, bankrupt, declared inactive, or no longer registered for VAT on the day.',
  checkLong:
    'Insolvent, in dissolution or suspended, never registered for VAT, with tax debts; or the code is not good, or a source did not answer.',
  fineLong: 'Operating, tax-active and registered for VAT on the day.',
  anyList:
    'Copy a column of a spreadsheet or a whole table: we find the column with the codes. RO, blanks and dots do no harm. No line is lost: what is no code is told.',
  pro: (max: number) => `Pro checks up to ${en.codes(max)} at once and gives a signed receipt for each.`,
  overLimit: (codes: number, max: number) =>
    `You pasted ${en.codes(codes)}. Without Pro we check the first ${wholeNumber(max, 'en')}.`,
  overLimitPro: (codes: number, max: number) =>
    `You sent ${en.codes(codes)}. We check the first ${wholeNumber(max, 'en')}.`,
  sum: (all: number) => `You sent ${en.lines(all)}:`,
  checked: (count: number) => `${en.codes(count)} checked`,
  wrong: (count: number) => counted(count, ['wrong code', 'wrong codes'], 'en'),
  toCheck: (count: number) => `${en.codes(count)} to check`,
  duplicate: (count: number) => counted(count, ['repeated line', 'repeated lines'], 'en'),
  refused: (count: number) => counted(count, ['line without a code', 'lines without a code'], 'en'),
  over: (count: number) => counted(count, ['code over the limit', 'codes over the limit'], 'en'),
  heading: (text: string) => `The first line is the heading: ${text}`,
  working: (done: number, codes: number) => `${wholeNumber(done, 'en')} of ${en.codes(codes)} checked`,
  workingLead: 'You can close the page: the check goes on, and you find it at this address.',
  reload: 'The page reloads by itself.',
  notPro: 'The check stopped: the Pro subscription is no longer active. What was checked by then stays.',
  failed: 'The check stopped, and it is our fault. What was checked by then stays; send the rest again.',
  problemsFirst: 'Problems first',
  listOrder: 'As in the list',
  csv: 'CSV with all',
  xlsx: 'XLSX',
  proof: 'Proof of the check',
  allFine: (count: number) => `${en.firms(count)} in order`,
  allOver: (count: number) =>
    counted(count, ['code not checked, over the limit', 'codes not checked, over the limit'], 'en'),
  cui: 'CUI',
  name: 'Name',
  registry: 'Registry',
  vat: (day: string) => `VAT on ${day}`,
  fiscal: 'Tax',
  eInvoice: 'e-Factura',
  line: (line: number) => `line ${wholeNumber(line, 'en')}`,
  wrongCode: 'no code',
  noCode: 'A CUI has 1-10 digits, with or without RO.',
  askedAt: (moment: string) => `checked ${moment}`,
  goes: (moment: string) => `Deleted on ${moment}.`,
  remove: 'Delete now',
  mine: 'Your checks',
  mineRow: (day: string) => `VAT on ${day}`,
  states: { running: 'under way', done: 'done', notPro: 'stopped', failed: 'stopped' },
};

export const texts: Record<Language, typeof ro> = { ro, en };
