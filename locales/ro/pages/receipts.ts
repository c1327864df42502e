/** Romanian texts of pages: receipts. */

import type { receipts as english } from '#locales/en/pages/receipts.ts';
import type { Localized } from '#locales/translation.ts';

export const receipts: Localized<typeof english> = {
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
};
