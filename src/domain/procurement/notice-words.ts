/**
 * What the procurement system calls procedures and their states, as codes that stay the same: exports and lists of twenty years spell
 * them with and without diacritics, endings and additions. The source's own words stay beside the code.
 */
import { words } from '#lib/values/text.ts';

export const procedureTypes = [
  'open',
  'restricted',
  'competitiveNegotiation',
  'negotiationWithNotice',
  'negotiationWithoutNotice',
  'competitiveDialogue',
  'innovationPartnership',
  'designContest',
  'simplified',
  'ownSimplified',
  'requestForQuotations',
  'dynamicPurchasing',
  'ownRules',
  'directPurchase',
  'other',
] as const;
export type ProcedureType = (typeof procedureTypes)[number];

export const noticeStates = ['published', 'ongoing', 'suspended', 'awarded', 'cancelled', 'other'] as const;
export type NoticeState = (typeof noticeStates)[number];

/**
 * The names that the procurement system and its exports are known to use, folded, without what stands in brackets and without
 * `accelerata`. A name is known or it is not: one that only begins like another may be a procedure of its own.
 */
const PROCEDURES: Readonly<Record<string, ProcedureType>> = {
  'licitatie deschisa': 'open',
  'licitatie restransa': 'restricted',
  'procedura competitiva cu negociere': 'competitiveNegotiation',
  'negociere cu publicare prealabila': 'negotiationWithNotice',
  // Until 2016 the one with a notice was the plain one.
  negociere: 'negotiationWithNotice',
  'negociere fara publicare prealabila': 'negotiationWithoutNotice',
  'negociere fara anunt de participare': 'negotiationWithoutNotice',
  'dialog competitiv': 'competitiveDialogue',
  'parteneriat pentru inovare': 'innovationPartnership',
  'concurs de solutii': 'designContest',
  'procedura simplificata': 'simplified',
  'procedura simplificata proprie': 'ownSimplified',
  'cerere de oferta': 'requestForQuotations',
  'cerere de oferte': 'requestForQuotations',
  'sistem de achizitie dinamic': 'dynamicPurchasing',
  'norme proprii': 'ownRules',
  'cumparare directa': 'directPurchase',
};

/** A notice is `Publicat`, a procedure `Atribuita`: without their endings. */
const STATES: Readonly<Record<string, NoticeState>> = {
  publicat: 'published',
  'in desfasurare': 'ongoing',
  suspendat: 'suspended',
  atribuit: 'awarded',
  anulat: 'cancelled',
};

/** `other`: there are words, but none that we know. Null: there are none. */
const coded =
  <Code extends string>(table: Readonly<Record<string, Code>>, other: Code, plain: (folded: string) => string) =>
  (published: string | null): Code | null => {
    const folded = words((published ?? '').replaceAll(BRACKETS, ' ')).join(' ');
    if (folded === '') return words(published ?? '').length > 0 ? other : null;
    return Object.hasOwn(table, plain(folded)) ? (table[plain(folded)] ?? other) : other;
  };

/** `Norme proprii (Anexa 2)`. */
const BRACKETS = /\([^()]*\)/g;

export const procedureTypeOf = coded<ProcedureType>(PROCEDURES, 'other', (folded) =>
  folded.replace(/ accelerata$/, ''),
);
export const noticeStateOf = coded<NoticeState>(STATES, 'other', (folded) => folded.replace(/(?<=t)a$/, ''));
