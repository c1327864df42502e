/** Procurement records as the sources provide them, for tests that change a field. */
import type {
  AwardRecord,
  ContractRecord,
  NoticeRecord,
  PartyRecord,
  PurchaseRecord,
} from '#data/sources/procurement/records.ts';

export const party = (code: string | null, name = `Party ${code}`, rest: Partial<PartyRecord> = {}): PartyRecord => ({
  code,
  name,
  city: null,
  county: null,
  country: null,
  ...rest,
});

/** With valid check digits. */
const AUTHORITY = party('4305857', 'MUNICIPIUL CLUJ');
export const SUPPLIER = party('RO 90000014', 'ZIMBRUL AURIU S.R.L.');

export const purchaseRecord = (rest: Partial<PurchaseRecord> = {}): PurchaseRecord => ({
  id: 'DA22780457',
  title: 'Hârtie pentru copiator',
  authority: AUTHORITY,
  supplier: SUPPLIER,
  cpv: { code: '30197644', title: 'Hârtie xerografică' },
  value: 123_45,
  estimatedValue: 130_00,
  state: 'accepted',
  publishedOn: '2026-03-02',
  finalizedOn: '2026-03-05',
  ...rest,
});

export const awardRecord = (rest: Partial<AwardRecord> = {}): AwardRecord => ({
  id: 'DAN1000002',
  object: 'Servicii de curățenie',
  authority: AUTHORITY,
  supplier: SUPPLIER,
  cpv: { code: '90910000', title: 'Servicii de curățenie' },
  value: 5_000_00,
  publishedOn: '2026-03-07',
  ...rest,
});

export const noticeRecord = (rest: Partial<NoticeRecord> = {}): NoticeRecord => ({
  notice: 'CN1096282',
  systemId: null,
  procedureId: null,
  type: 'CN',
  title: 'Reabilitare școală',
  authority: AUTHORITY,
  cpv: { code: '45214200', title: 'Școli' },
  estimatedValue: 1_000_000_00,
  currency: 'RON',
  procedureType: 'Licitatie deschisa',
  publishedAt: null,
  publishedOn: '2026-01-10',
  deadlineAt: null,
  state: 'In desfasurare',
  lots: [],
  hasDocuments: null,
  ...rest,
});

export const contractRecord = (rest: Partial<ContractRecord> = {}): ContractRecord => ({
  number: '12/2026',
  title: 'Reabilitare școală',
  date: '2026-02-01',
  kind: 'contract',
  value: 900_000_00,
  currency: 'RON',
  valueRon: 900_000_00,
  authority: AUTHORITY,
  suppliers: [SUPPLIER],
  cpv: { code: '45214200', title: 'Școli' },
  notice: 'CN1096282',
  procedureType: 'Licitatie deschisa',
  awardNotice: 'CAN1000001',
  awardedOn: '2026-02-05',
  lots: null,
  cancelledLots: null,
  offersReceived: 3,
  euFunded: false,
  cells: null,
  ...rest,
});
