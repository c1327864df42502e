/** The documents of a procedure in the procurement system on a day. */
import type { Procedure } from '#demo-country/procurement/procedure.ts';

/** The section of a file in the system; clarifications and reports have their own lists. */
export type Section =
  | 'dfNoticeDocs'
  | 'duaeDocs'
  | 'contractingStrategyDocs'
  | 'decisionDocs'
  | 'exAnteDocs'
  | 'clarifications'
  | 'ackDocs';

/** Subject of a file. */
export type Topic =
  | 'dataSheet'
  | 'specification'
  | 'quantities'
  | 'forms'
  | 'contract'
  | 'annexes'
  | 'duae'
  | 'strategy'
  | 'decision'
  | 'clarification'
  | 'report';

/** Extensions by format. `locked` is an encrypted PDF, `cut` a truncated one. */
export const EXTENSIONS = {
  pdf: 'pdf',
  scan: 'pdf',
  locked: 'pdf',
  cut: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  odt: 'odt',
  rtf: 'rtf',
  'txt-cp1250': 'txt',
  'txt-latin2': 'txt',
  'txt-utf16': 'txt',
  xml: 'xml',
  zip: 'zip',
};
export type Format = keyof typeof EXTENSIONS;

/**
 * How a file is signed: valid kinds by their feature, the others by their defect. `withoutIssuer` lacks the authority's certificate.
 * Specifications of consecutive procedures have these in turn, so that each kind occurs three times.
 */
export const SIGNATURE_KINDS = [
  'attached',
  'pades',
  'fragmented',
  'timestamped',
  'detached',
  'twoSigners',
  'expired',
  'indefinite',
  'revoked',
  'padesTimestamped',
  'untrusted',
  'nested',
  'altered',
  'base64',
  'pss',
  'padesAltered',
  'elliptic',
  'expiredTimestamped',
  'padesAppended',
  'withoutIssuer',
] as const;

export type SignatureKind =
  | 'none'
  | (typeof SIGNATURE_KINDS)[number]
  /** Long-term proofs follow the signature, which no longer covers the whole file and is valid. */
  | 'padesLongTerm'
  /** Objects in a stream. The kinds below are such files, rewritten after signing without a change to signed bytes. */
  | 'padesPacked'
  | 'padesRepacked'
  | 'padesRelisted'
  | 'padesPageReplaced'
  | 'padesPageAdded'
  | 'padesUnhidden';

/** One file that was uploaded once. A revised one is another file, with another code. */
export interface DocumentFile {
  /** `CN1000101/00003` */
  code: string;
  /** As the uploader named it: `Caiet de sarcini.pdf.p7s`. */
  name: string;
  section: Section;
  topic: Topic;
  format: Format;
  signatureKind: SignatureKind;
  /** Revision of the text, from 1. A file that is only signed again has the same revision. */
  revision: number;
  uploadedOn: number;
  /** Seconds after midnight. */
  uploadedAt: number;
  /** Rendered on demand: the same bytes every time. */
  bytes(): Promise<Buffer>;
}

/** Behaviour of a procedure's files for collectors, one for each state of documentation. */
export type Conduct =
  /** All files exist: `available`, and `superseded` after a newer version. */
  | 'ordinary'
  /** Documents are not uploaded yet: `announced`. */
  | 'late'
  /** Every file is slow: `collecting` for a while. */
  | 'slow'
  /** One file is always truncated: `partial`. */
  | 'gap'
  /** Every file fails: `failed`. */
  | 'broken'
  | 'withdrawn'
  | 'none';

export interface Documentation {
  procedure: Procedure;
  conduct: Conduct;
  /** 0 before the first file. */
  version: number;
  /** In the order of their codes, without replaced files. */
  files: readonly DocumentFile[];
}
