/** A procedure from its notice to its contracts, as the system knows it. */
import type { ContractKind } from '#data/sources/procurement/records.ts';
import type { Authority } from './authorities.ts';
import type { Cpv } from './cpv.ts';
import type { NoticeType } from './notice-types.ts';
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
  /** Call-offs under a framework that an earlier notice told of. */
  isSubsequent: boolean;
  contracts: readonly Contract[];
  /** Lots of the procedure that nobody won. */
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
  /** Bani of `currency`; 0 for a framework whose ceiling nobody wrote down. */
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

/** What the showcase decides by hand. */
export interface Decided {
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
