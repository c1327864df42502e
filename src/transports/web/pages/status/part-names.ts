/** Parts of what is loaded, by names that people understand. */
import type { Language } from '#lib/i18n/message.ts';

const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  registry: { ro: 'Registrul comerțului', en: 'Trade registry' },
  finances: { ro: 'Bilanțuri', en: 'Balance sheets' },
  rates: { ro: 'Cursuri valutare', en: 'Exchange rates' },
  shareholders: { ro: 'Acționari', en: 'Shareholders' },
  debts: { ro: 'Datorii fiscale', en: 'Tax debts' },
  gazette: { ro: 'Acte din Monitorul Oficial', en: 'Notices of the Official Gazette' },
  procurement: { ro: 'Achiziții publice', en: 'Public procurement' },
  recent: { ro: 'Achiziții de la ultimul export', en: 'Procurement since the last export' },
  history: { ro: 'Schimbări între publicații', en: 'Changes between publications' },
  entities: { ro: 'Entități din afara registrului', en: 'Entities outside the registry' },
  companies: { ro: 'Firme, din toate sursele', en: 'Companies, of all sources' },
  comparison: { ro: 'Comparații între firme', en: 'Comparison of companies' },
  search: { ro: 'Căutare', en: 'Search' },
  rankings: { ro: 'Clasamente', en: 'Rankings' },
};

/** A part that has no name yet is called as programs call it. */
export const partName = (name: string, language: Language): string => NAMES[name]?.[language] ?? name;
