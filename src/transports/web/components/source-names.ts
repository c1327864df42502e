/** Sources by the names that readers know. */
import type { Language } from '#lib/i18n/message.ts';

const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  onrc: { ro: 'ONRC', en: 'Trade registry' },
  anaf: { ro: 'ANAF', en: 'Tax office (ANAF)' },
  bilant: { ro: 'ANAF, bilanțuri', en: 'Tax office, balance sheets' },
  bnr: { ro: 'BNR', en: 'National bank (BNR)' },
  seap: { ro: 'SEAP', en: 'Procurement (SEAP)' },
  gazette: { ro: 'Monitorul Oficial', en: 'Official Gazette' },
  press: { ro: 'Comunicate ANAF', en: 'Tax office press' },
  pressFiles: { ro: 'Comunicate ANAF, fișiere', en: 'Tax office press, files' },
  pressPictures: { ro: 'Comunicate ANAF, pagini scanate', en: 'Tax office press, scanned pages' },
  treasury: { ro: 'Trezorerie', en: 'Treasury' },
  caen: { ro: 'CAEN', en: 'CAEN' },
  computed: { ro: 'calculat de noi', en: 'computed by us' },
  'import:shareholders': { ro: 'Acționari, listă încărcată', en: 'Shareholders, imported list' },
  'import:debts': { ro: 'ANAF, restanțieri', en: 'Tax office, debtors' },
  'import:reports': { ro: 'Documente constatatoare, listă încărcată', en: 'Supplier reports, imported list' },
  import: { ro: 'listă încărcată', en: 'imported list' },
};

/** What we have no name for is called as it calls itself. */
export const sourceName = (name: string, language: Language): string => NAMES[name]?.[language] ?? name;
