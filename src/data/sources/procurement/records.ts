/**
 * What the procurement system says, one record a published row, whichever export, list or import it came from. Texts are trimmed and
 * comma-below; persons (contact names, e-mails, telephones) are stripped before a record is made. Formats: docs/sources.md.
 */
import type { Day } from '#lib/values/date.ts';

/** A party as published. `code` is kept as given, foreign and malformed ones too; what it means in Romania is decided later. */
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
  /** The system's own id of it, which its details are asked by; null in exports. */
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
  /** ISO instant where the source gives the hour, else null. */
  publishedAt: string | null;
  publishedOn: Day | null;
  deadlineAt: string | null;
  /** As published: Publicat, In desfasurare, Atribuita, Anulata … */
  state: string | null;
  /** Null where the source does not list them, as in exports; empty when it has none. */
  lots: NoticeLotRecord[] | null;
  /** True or false where the source says whether it has files; null in exports. */
  hasDocuments: boolean | null;
}

export interface NoticeLotRecord {
  number: string;
  title: string | null;
  estimatedValue: number | null;
  cpv: string | null;
}

/** How a contract came about: ceilings and call-offs of frameworks are never summed with contracts. */
export type ContractKind = 'contract' | 'framework' | 'callOff';

/** One published row: one contract, or one winner or lot of it. Rows of one contract are put together by the ingest. */
export interface ContractRecord {
  /** As published, free text; null when the row has none. */
  number: string | null;
  title: string | null;
  date: Day | null;
  kind: ContractKind;
  /** Bani of `currency`; null when not published, and for a framework's 0. */
  value: number | null;
  currency: string;
  /** Bani of lei. */
  valueRon: number | null;
  authority: PartyRecord;
  /** Of this row; the members of a consortium are rows, or entries here. */
  suppliers: PartyRecord[];
  cpv: CpvRecord | null;
  /** Participation notice it began with. */
  notice: string | null;
  procedureType: string | null;
  awardNotice: string | null;
  /** The system's own id of that notice, which its page is found by; none in exports, and in increments of before it was kept. */
  awardSystemId?: number | null;
  awardedOn: Day | null;
  /** Those that the row is of; null where the source does not tell lots, empty when there are none. */
  lots: string[] | null;
  /** Lots of the procedure that came to nothing, as the award notice says; null where the source does not tell, as in exports. */
  cancelledLots: string[] | null;
  offersReceived: number | null;
  euFunded: boolean | null;
  /** Digest of all cells of the row: rows that differ in none of them are one. Null in lists, whose rows have ids of their own. */
  cells: string | null;
}

/** Only an accepted offer is a purchase; the rest never came about. */
export type PurchaseState = 'accepted' | 'published' | 'refused' | 'conditionsRefused' | 'lapsed' | 'unknown';

export interface PurchaseRecord {
  /** `DA22780457` */
  id: string;
  /** The system's own id of it, which its page is found by; none in exports, and in increments of before it was kept. */
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
}

/** A direct purchase made outside the catalogue and announced afterwards. */
export interface AwardRecord {
  /** `DAN1000002` */
  id: string;
  /** The system's own id of it, which its page is found by; none in exports, and in increments of before it was kept. */
  systemId?: number | null;
  object: string;
  authority: PartyRecord;
  supplier: PartyRecord | null;
  cpv: CpvRecord | null;
  value: number | null;
  publishedOn: Day | null;
}

/** A supplier-performance report (document constatator), from our own import format. */
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

/** Under which heading the system lists a document; `other` for headings that it adds one day. */
export type DocumentSection =
  | 'documentation'
  | 'duae'
  | 'strategy'
  | 'decision'
  | 'exAnte'
  | 'clarification'
  | 'supplierReport'
  | 'other';

/** A document as a list names it. Its link is good for one session and a while: it is fetched at once and never kept. */
export interface DocumentRecord {
  /** `CN1096282/00003`: what it is known by. A revised file keeps its name and gets another. */
  code: string;
  /** As the uploader named it. */
  name: string;
  section: DocumentSection;
  /** Below the site's address: `api-pub/files/noticedoc/<32 hex digits>`; null when the list gives none. */
  link: string | null;
  publishedOn: Day | null;
  /** Of a supplier-performance report: the report that it is. */
  ackDocId: string | null;
}

/** What the lists of a notice say of its documents. */
export interface DocumentationRecord {
  /** The authority took its documents back. */
  isWithdrawn: boolean;
  /** In the order of their codes, each once. */
  documents: DocumentRecord[];
  /** How many the system says there are, where it tells it apart; it may list fewer. */
  announced?: number;
}
