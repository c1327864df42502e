/** The words of the page that checks receipts. */
import type { Language } from '#lib/i18n/message.ts';

export interface ReceiptTexts {
  title: string;
  lead: string;
  receipt: string;
  check: string;
  valid: string;
  invalid: string;
  demo: string;
  another: string;
  paste: string;
  alone: string;
  yes: string;
  no: string;
  unknown: string;
  /** Labels of what a receipt states. */
  cui: string;
  date: string;
  answeredAt: string;
  found: string;
  vatRegistered: string;
  cashBasisVat: string;
  splitVat: string;
  inactive: string;
  registered: string;
  name: string;
  account: string;
  issuer: string;
  signedAt: string;
  hash: string;
  key: string;
  retired: string;
  record: string;
  records: Record<'agrees' | 'differs' | 'notKept', string>;
}

export const receiptTexts: Record<Language, ReceiptTexts> = {
  ro: {
    title: 'Verificarea unei dovezi',
    lead: 'Lipiți aici dovada primită odată cu datele unei firme. Veți afla dacă a fost emisă de acest serviciu și dacă nu a fost modificată.',
    receipt: 'Dovada',
    check: 'Verifică',
    valid: 'Dovadă valabilă: emisă aici și nemodificată.',
    invalid: 'Dovada nu este valabilă.',
    demo: 'Dovada se referă la date demonstrative, inventate: nu dovedește nimic.',
    another: 'Altă dovadă',
    paste: 'Textul întreg al dovezii',
    alone:
      'Nu păstrăm nimic din ce lipiți. Dovada se poate verifica și fără noi: este un JWS (EdDSA), iar cheile publice sunt la /.well-known/receipt-keys.json.',
    yes: 'da',
    no: 'nu',
    unknown: 'nu se știe',
    cui: 'Cod fiscal',
    date: 'Data pentru care s-a făcut verificarea',
    answeredAt: 'Răspunsul ANAF primit la',
    found: 'Figurează la ANAF la acea dată',
    vatRegistered: 'Înregistrat în scopuri de TVA',
    cashBasisVat: 'TVA la încasare',
    splitVat: 'Plata defalcată a TVA',
    inactive: 'Inactiv fiscal',
    registered: 'Înregistrat la acea dată',
    name: 'Denumire',
    account: 'Contul care a cerut verificarea',
    issuer: 'Emitent',
    signedAt: 'Emisă la',
    hash: 'SHA-256 al răspunsului ANAF',
    key: 'Cheia de semnare',
    retired: 'înlocuită la',
    record: 'Răspunsul ANAF este păstrat aici',
    records: {
      agrees: 'da, același răspuns',
      differs: 'da; între timp ANAF a răspuns altfel pentru aceeași zi',
      notKept: 'nu se mai păstrează',
    },
  },
  en: {
    title: 'Check a receipt',
    lead: 'Paste a receipt that came with the data of a company. You will learn whether this service issued it, and whether it is unaltered.',
    receipt: 'Receipt',
    check: 'Check',
    valid: 'A valid receipt: issued here, and unaltered.',
    invalid: 'Not a valid receipt.',
    demo: 'This receipt is of the demo country, where everything is invented: it proves nothing.',
    another: 'Another receipt',
    paste: 'The whole text of the receipt',
    alone:
      'Nothing that you paste is kept. A receipt can be checked without us too: it is a JWS (EdDSA), and the public keys are at /.well-known/receipt-keys.json.',
    yes: 'yes',
    no: 'no',
    unknown: 'not known',
    cui: 'Fiscal code',
    date: 'Day asked for',
    answeredAt: 'Answer of the tax authority received at',
    found: 'Known to the tax authority on that day',
    vatRegistered: 'Registered for VAT',
    cashBasisVat: 'VAT on cash basis',
    splitVat: 'Split VAT',
    inactive: 'Declared inactive',
    registered: 'Registered on that day',
    name: 'Name',
    account: 'Account that asked',
    issuer: 'Issuer',
    signedAt: 'Issued at',
    hash: 'SHA-256 of the authority’s record',
    key: 'Signing key',
    retired: 'replaced at',
    record: 'The authority’s record, kept here',
    records: {
      agrees: 'yes, the same',
      differs: 'yes; the authority has answered otherwise about that day since',
      notKept: 'no longer kept',
    },
  },
};
