/** The words of the proof of a bulk check. */
import type { Language } from '#lib/i18n/message.ts';
import { counted } from '#transports/web/formats/counts.ts';

export interface ProofTexts {
  title: string;
  back: string;
  lead(day: string, moment: string): string;
  signed(count: number): string;
  note: string;
  anybody: string;
  cui: string;
  name: string;
  result: string;
  vat: string;
  inactive: string;
  answered: string;
  receipt: string;
  none: string;
  noCompany: string;
  number(id: string): string;
}

export const proofTexts: Record<Language, ProofTexts> = {
  ro: {
    title: 'Dovada verificării',
    back: 'Rezultatul verificării',
    lead: (day, moment) => `TVA și stare fiscală la ${day}. Verificare încheiată: ${moment}.`,
    signed: (count) => `${counted(count, ['dovadă semnată', 'dovezi semnate'], 'ro')}.`,
    note: 'Fiecare dovadă arată ce a răspuns ANAF acestui serviciu, când și despre ce zi. Nu este un document emis de ANAF. Amprenta din ultima coloană este a dovezii întregi, care se află și în CSV și XLSX.',
    anybody: 'Oricine poate verifica o dovadă.',
    cui: 'CUI',
    name: 'Denumire',
    result: 'Rezultat',
    vat: 'Plătitor de TVA',
    inactive: 'Inactiv fiscal',
    answered: 'Răspuns ANAF',
    receipt: 'Dovada (amprenta)',
    none: 'fără: ANAF nu a răspuns',
    noCompany: 'fără: nu este o firmă',
    number: (id) => `Verificarea ${id}.`,
  },
  en: {
    title: 'Proof of the check',
    back: 'Result of the check',
    lead: (day, moment) => `VAT and tax status on ${day}. Check finished: ${moment}.`,
    signed: (count) => `${counted(count, ['signed receipt', 'signed receipts'], 'en')}.`,
    note: 'Each receipt tells what the tax office (ANAF) answered this service, when, and about which day. It is not issued by the tax office. The fingerprint in the last column is of the whole receipt, which is also in CSV and XLSX.',
    anybody: 'Anybody can check a receipt.',
    cui: 'CUI',
    name: 'Name',
    result: 'Result',
    vat: 'VAT registered',
    inactive: 'Tax-inactive',
    answered: 'Tax office answered',
    receipt: 'Receipt (fingerprint)',
    none: 'none: the tax office did not answer',
    noCompany: 'none: no company',
    number: (id) => `Check ${id}.`,
  },
};
