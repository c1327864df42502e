/** A procedure from its notice to its contracts, as the system knows it. */
import type { ContractKind } from '#data/sources/procurement/records.ts';
import { weighted } from '#demo-country/random.ts';
import type { Authority } from './authorities.ts';
import type { Cpv } from './cpv.ts';
import type { Party } from './party.ts';

export interface Lot {
  id: number;
  number: number;
  title: string;
  estimatedValue: number;
  cpv: Cpv;
}

export interface Procedure {
  number: number;
  type: NoticeType;
  procedureType: { id: number; text: string };
  publishedOn: number;
  /** Seconds after midnight. */
  publishedAt: number;
  deadlineOn: number;
  deadlineAt: number;
  title: string;
  authority: Authority;
  cpv: Cpv;
  /** Bani. */
  estimatedValue: number;
  isFramework: boolean;
  isOnline: boolean;
  euProgramme: string | null;
  lots: readonly Lot[];
  cancelledOn: number | null;
  /** The award first, then one for each batch of call-offs; none when nothing was awarded. */
  awards: readonly AwardNotice[];
}

export interface AwardNotice {
  /** The notice's prefix for awards and this. */
  number: number;
  procedure: Procedure;
  publishedOn: number;
  /** Call-offs under the framework of an earlier notice. */
  isSubsequent: boolean;
  contracts: readonly Contract[];
  /** Lots of the procedure without a winner. */
  cancelledLots: readonly Lot[];
}

export interface Contract {
  id: number;
  award: AwardNotice;
  kind: ContractKind;
  /** Free text. */
  number: string;
  title: string;
  signedOn: number;
  /** Bani of `currency`; 0 for a framework without a ceiling. */
  value: number;
  currency: 'RON' | 'EUR';
  winners: readonly Party[];
  lots: readonly Lot[];
  offers: number;
  highestOffer: number;
  lowestOffer: number;
  /** When its modified versions were published. */
  modifiedOn: readonly number[];
}

/** Values that the showcase fixes. */
export interface ProcedureOverrides {
  type?: 'open';
  title?: string;
  cpv?: Cpv;
  authority?: Authority;
  deadlineDays?: number;
  fate?: 'awarded';
  isFramework?: boolean;
  lots?: number;
  winners?: readonly Party[];
  /** Of the first contract. */
  contractNumber?: string;
}

interface NoticeType {
  /** Of the notice that opens the procedure, and of its award notice. */
  prefix: string;
  awardPrefix: string;
  typeId: number;
  awardTypeId: number;
  text: string;
  procedures: readonly { id: number; text: string }[];
}

export const OPEN_PROCEDURE = { id: 1, text: 'Licitatie deschisa' };
const SIMPLIFIED = { id: 20, text: 'Procedura simplificata' };
const NEGOTIATED = { id: 7, text: 'Negociere fara publicare prealabila' };
const RESTRICTED = { id: 2, text: 'Licitatie restransa' };
const CONTEST = { id: 9, text: 'Concurs de solutii' };
const CONCESSION = { id: 15, text: 'Licitatie deschisa (concesiuni)' };

const simplified: NoticeType = {
  prefix: 'SCN',
  awardPrefix: 'SCNA',
  typeId: 17,
  awardTypeId: 13,
  text: 'Anunt de participare simplificat',
  procedures: [SIMPLIFIED],
};
export const participation: NoticeType = {
  prefix: 'CN',
  awardPrefix: 'CAN',
  typeId: 2,
  awardTypeId: 3,
  text: 'Anunt de participare',
  procedures: [OPEN_PROCEDURE, OPEN_PROCEDURE, OPEN_PROCEDURE, OPEN_PROCEDURE, RESTRICTED, NEGOTIATED],
};
const TYPES: [NoticeType, number][] = [
  [participation, 50],
  [simplified, 42],
  [
    {
      prefix: 'RFQ',
      awardPrefix: 'RFQA',
      typeId: 12,
      awardTypeId: 18,
      text: 'Invitatie de participare',
      procedures: [{ id: 5, text: 'Sistem de achizitie dinamic' }],
    },
    5,
  ],
  [
    {
      prefix: 'DC',
      awardPrefix: 'DCA',
      typeId: 6,
      awardTypeId: 8,
      text: 'Anunt de concurs de solutii',
      procedures: [CONTEST],
    },
    1,
  ],
  [
    {
      prefix: 'PC',
      awardPrefix: 'PCA',
      typeId: 7,
      awardTypeId: 16,
      text: 'Anunt de concesionare',
      procedures: [CONCESSION],
    },
    2,
  ],
];
export const drawType = weighted(TYPES, ([, weight]) => weight);
