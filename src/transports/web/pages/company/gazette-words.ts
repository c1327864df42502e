/** How acts of the Official Gazette are called: kinds, issues, and how sure it is whom they are about. */
import type { Language } from '#lib/i18n/message.ts';
import type { Decision } from './told.ts';

export const decisionKinds = {
  ro: {
    shareholdersDecision: 'hotărârea asociaților',
    managementDecision: 'hotărârea conducerii',
    summons: 'convocare',
    registrarDecision: 'rezoluția registratorului',
    courtRuling: 'hotărâre judecătorească',
    amendment: 'act adițional',
    notice: 'înștiințare',
    other: 'altă publicare',
  },
  en: {
    shareholdersDecision: 'decision of the shareholders',
    managementDecision: 'decision of the management',
    summons: 'summons',
    registrarDecision: 'decision of the registrar',
    courtRuling: 'court ruling',
    amendment: 'amendment',
    notice: 'notice',
    other: 'other publication',
  },
} as const satisfies Record<Language, Record<Decision['kind'], string>>;

const texts = {
  ro: {
    issue: (part: string, number: number, bis: string, page: string) =>
      `Monitorul Oficial, partea a ${part}-a, nr. ${number}${bis}${page}`,
    page: (page: number) => `, pagina ${page}`,
    exact: 'codul sau numărul firmei este în text, sub numele ei',
    high: 'foarte probabil despre această firmă',
    low: 'potrivire după nume: poate fi altă firmă',
    none: 'firma nu a fost recunoscută',
  },
  en: {
    issue: (part: string, number: number, bis: string, page: string) =>
      `Official Gazette, part ${part}, no. ${number}${bis}${page}`,
    page: (page: number) => `, page ${page}`,
    exact: 'the text gives the firm’s code or number, under its name',
    high: 'very probably about this firm',
    low: 'matched by name: it may be another firm',
    none: 'no firm was recognised',
  },
} as const;

export function issueOf({ part, number, bis, page }: Decision['issue'], language: Language): string {
  const words = texts[language];
  return words.issue(part, number, bis ? ' bis' : '', page === null ? '' : words.page(page));
}

export const matchOf = (confidence: Decision['matchConfidence'], language: Language): string =>
  texts[language][confidence ?? 'none'];
