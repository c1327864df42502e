/**
 * Records of the procurement system, one for each row of an export, list or import. Texts are trimmed and comma-below; personal data
 * (contact names, emails, telephones) are removed before. Formats: docs/sources.md.
 */
import type { Day } from '#lib/values/date.ts';

/** A party as published. `code` is verbatim, also when foreign or malformed; the ingest interprets it. */
export interface PartyRecord {
  code: string | null;
  name: string;
  city: string | null;
  county: string | null;
  country: string | null;
}

/** Eight digits, without the check digit, beside the title as published. */
export interface CpvRecord {
  code: string;
  title: string | null;
}

/** A participation notice, invitation or initiation announcement. */
export interface NoticeRecord {
  /** `CN1096282`: letters and digits, upper case. */
  notice: string;
  /** The system's own id, which requests for its details need; null in exports. */
  systemId: number | null;
  /** The system's own id of the procedure that it begins, which award notices carry too; null in exports. */
  procedureId: number | null;
  /** `CN`, `SCN`, `RFQ`, `DC`, `PC` … */
  type: string;
  title: string;
  authority: PartyRecord;
  cpv: CpvRecord | null;
  /** Bani; null when not published. */
  estimatedValue: number | null;
  currency: string;
  procedureType: string | null;
  /** ISO instant where the source has the hour, else null. */
  publishedAt: string | null;
  publishedOn: Day | null;
  deadlineAt: string | null;
  /** As published: Publicat, In desfasurare, Atribuita, Anulata … */
  state: string | null;
  /** Null where the source has no lots, as in exports; empty for a notice without lots. */
  lots: NoticeLotRecord[] | null;
  /** Whether the notice has files; null where the source does not state it, as in exports. */
  hasDocuments: boolean | null;
  /** Null where it was not read; none in exports and in older increments. */
  general?: NoticeGeneral | null;
}

/** What the system states beside a notice. */
export interface NoticeGeneral {
  award: { notice: string; systemId: number | null; publishedOn: Day | null } | null;
  appeals: AppealRecord[];
  /** The annual plan of the authority, and the line of this purchase in it. */
  plan: { name: string | null; line: string | null } | null;
}

export interface AppealRecord {
  /** To whom: `CNSC`. */
  body: string | null;
  number: string | null;
  filedOn: Day | null;
  decision: string | null;
  decidedOn: Day | null;
  /** As published. */
  text: string;
}

export interface NoticeLotRecord {
  number: string;
  title: string | null;
  estimatedValue: number | null;
  cpv: string | null;
}

/** Ceilings and call-offs of frameworks are never summed with contracts. */
export type ContractKind = 'contract' | 'framework' | 'callOff';

/** One published row: one contract, or one winner or lot of it. The ingest merges the rows of a contract. */
export interface ContractRecord {
  /** As published, free text; null when the row has none. */
  number: string | null;
  title: string | null;
  date: Day | null;
  kind: ContractKind;
  /** Bani of `currency`; null when not published. */
  value: number | null;
  currency: string;
  /** Bani of lei. */
  valueRon: number | null;
  authority: PartyRecord;
  /** Of this row; the members of a consortium are rows, or entries here. */
  suppliers: PartyRecord[];
  cpv: CpvRecord | null;
  /** The participation notice of its procedure. */
  notice: string | null;
  procedureType: string | null;
  awardNotice: string | null;
  /** The system's own id of that notice, which its page's address needs; none in exports and in older increments. */
  awardSystemId?: number | null;
  awardedOn: Day | null;
  /** The lots of the row; null where the source has no lots, empty when there are none. */
  lots: string[] | null;
  /** Cancelled lots of the procedure, from the award notice; null where the source does not state them, as in exports. */
  cancelledLots: string[] | null;
  offersReceived: number | null;
  euFunded: boolean | null;
  /** Digest of all cells of the row: rows with the same digest are one. Null in lists, whose rows have ids. */
  cells: string | null;
}

/** A modification of a contract after its signing, as its authority announced it. */
export interface ModificationRecord {
  authority: PartyRecord;
  /** Of the contract: its number, day and award notice. */
  number: string;
  date: Day | null;
  awardNotice: string | null;
  publishedOn: Day | null;
  description: string | null;
  currency: string;
  /** Bani of `currency`. */
  valueBefore: number | null;
  valueAfter: number | null;
}

/** `other`: published in words that we do not know; `unknown`: not published, as in exports without a column of states. */
export type PurchaseState = 'accepted' | 'published' | 'refused' | 'conditionsRefused' | 'lapsed' | 'other' | 'unknown';

export interface PurchaseRecord {
  /** `DA22780457` */
  id: string;
  /** The system's own id, which its page's address needs; none in exports and in older increments. */
  systemId?: number | null;
  title: string;
  authority: PartyRecord;
  supplier: PartyRecord | null;
  cpv: CpvRecord | null;
  /** Bani; the closing value. */
  value: number | null;
  estimatedValue: number | null;
  state: PurchaseState;
  publishedOn: Day | null;
  finalizedOn: Day | null;
  /** Null where they were not read; none in exports and in older increments. */
  items?: PurchaseItemRecord[] | null;
}

export interface PurchaseItemRecord {
  name: string | null;
  cpv: string | null;
  quantity: number | null;
  /** Free text: `buc`, `Buc.`, `set`. */
  unit: string | null;
  /** Bani. */
  unitPrice: number | null;
}

/** A direct purchase made outside the catalogue and announced afterwards. */
export interface AwardRecord {
  /** `DAN1000002` */
  id: string;
  /** The system's own id, which its page's address needs; none in exports and in older increments. */
  systemId?: number | null;
  object: string;
  authority: PartyRecord;
  supplier: PartyRecord | null;
  cpv: CpvRecord | null;
  value: number | null;
  publishedOn: Day | null;
}

/** A supplier-performance report (document constatator), from the import format. */
export interface ReportRecord {
  ackDocId: string;
  supplier: PartyRecord;
  authority: PartyRecord;
  contractNumber: string | null;
  contractDate: Day | null;
  notice: string | null;
  issuedOn: Day;
  kind: string;
  rating: 'fulfilled' | 'partly' | 'notFulfilled' | null;
  damagesClaimed: boolean | null;
  /** Bani. */
  damagesAmount: number | null;
  text: string;
  documentId: string | null;
}

/** The heading of a document in the system: `notice` for the notice itself as an electronic form, `other` for a new heading. */
export type DocumentSection =
  | 'notice'
  | 'documentation'
  | 'duae'
  | 'strategy'
  | 'decision'
  | 'exAnte'
  | 'clarification'
  | 'supplierReport'
  | 'other';

/** A document in a list. Its link is valid for a session and a short time: it is used at once and never stored. */
export interface DocumentRecord {
  /** `CN1096282/00003`: identifies the document. A revised file has the same name and another code. */
  code: string;
  /** As the uploader named it. */
  name: string;
  section: DocumentSection;
  /** Below the site's address: `api-pub/files/noticedoc/<32 hex digits>`; null without one in the list. */
  link: string | null;
  publishedOn: Day | null;
  /** The id of a supplier-performance report. */
  ackDocId: string | null;
}

/** The documents in the lists of a notice. */
export interface DocumentationRecord {
  /** The authority has withdrawn its documents. */
  isWithdrawn: boolean;
  /** In the order of their codes, each once. */
  documents: DocumentRecord[];
  /** The number that the system states, if it does; the list may be shorter. */
  announced?: number;
}
