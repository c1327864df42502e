/** Sources by the names that readers know. */
import type { Language } from '#sentences/sentence.ts';

const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  onrc: { ro: 'ONRC', en: 'Trade registry' },
  anaf: { ro: 'ANAF', en: 'Tax office (ANAF)' },
  bilant: { ro: 'ANAF, bilanțuri', en: 'Tax office, balance sheets' },
  bnr: { ro: 'BNR', en: 'National bank (BNR)' },
  seap: { ro: 'SEAP', en: 'Procurement (SEAP)' },
  gazette: { ro: 'Monitorul Oficial', en: 'Official Gazette' },
  press: { ro: 'Comunicate ANAF', en: 'Tax office press' },
  treasury: { ro: 'Trezorerie', en: 'Treasury' },
  caen: { ro: 'CAEN', en: 'CAEN' },
  computed: { ro: 'calculat de noi', en: 'computed by us' },
  'import:shareholders': { ro: 'import: acționari', en: 'import: shareholders' },
  'import:debts': { ro: 'import: restanțieri', en: 'import: tax debtors' },
  'import:reports': { ro: 'import: documente constatatoare', en: 'import: supplier reports' },
  import: { ro: 'import', en: 'import' },
};

/** What we have no name for is called as it calls itself. */
export const sourceName = (name: string, language: Language): string => NAMES[name]?.[language] ?? name;
