/**
 * What the procurement system calls procedures and their states, as codes that stay the same: exports and lists of twenty years spell
 * them with and without diacritics, endings and additions. The source's own words stay beside the code.
 */
import { words } from '#base/text.ts';

export const procedureTypes = [
  'open',
  'restricted',
  'competitiveNegotiation',
  'negotiationWithoutNotice',
  'competitiveDialogue',
  'innovationPartnership',
  'designContest',
  'simplified',
  'requestForQuotations',
  'dynamicPurchasing',
  'ownRules',
  'directPurchase',
  'other',
] as const;
export type ProcedureType = (typeof procedureTypes)[number];

export const noticeStates = [
  'published',
  'ongoing',
  'evaluation',
  'suspended',
  'awarded',
  'cancelled',
  'closed',
  'other',
] as const;
export type NoticeState = (typeof noticeStates)[number];

/** Folded beginnings; the first that fits decides. */
const PROCEDURES: readonly [begins: string, type: ProcedureType][] = [
  ['licitatie deschisa', 'open'],
  ['licitatie restransa', 'restricted'],
  ['negociere fara', 'negotiationWithoutNotice'],
  ['negociere', 'competitiveNegotiation'],
  ['procedura competitiva cu negociere', 'competitiveNegotiation'],
  ['dialog competitiv', 'competitiveDialogue'],
  ['parteneriat pentru inovare', 'innovationPartnership'],
  ['concurs de solutii', 'designContest'],
  ['procedura simplificata', 'simplified'],
  ['cerere de ofert', 'requestForQuotations'],
  ['sistem de achizitie dinamic', 'dynamicPurchasing'],
  ['sistem dinamic de achizit', 'dynamicPurchasing'],
  ['norme proprii', 'ownRules'],
  ['procedura proprie', 'ownRules'],
  ['cumparare directa', 'directPurchase'],
  ['achizitie directa', 'directPurchase'],
];

/** Without endings: a notice is `Publicat`, a procedure `Publicata`. */
const STATES: readonly [begins: string, state: NoticeState][] = [
  ['publicat', 'published'],
  ['in desfasurare', 'ongoing'],
  ['in evaluare', 'evaluation'],
  ['evaluare', 'evaluation'],
  ['suspendat', 'suspended'],
  ['atribuit', 'awarded'],
  ['anulat', 'cancelled'],
  ['inchis', 'closed'],
  ['incheiat', 'closed'],
  ['finalizat', 'closed'],
];

/** `other`: there are words, but none that we know. Null: there are none. */
const coded =
  <Code extends string>(table: readonly [string, Code][], other: Code) =>
  (published: string | null): Code | null => {
    const folded = words(published ?? '').join(' ');
    if (folded === '') return null;
    return table.find(([begins]) => folded.startsWith(begins))?.[1] ?? other;
  };

export const procedureTypeOf = coded<ProcedureType>(PROCEDURES, 'other');
export const noticeStateOf = coded<NoticeState>(STATES, 'other');
