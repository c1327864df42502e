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

export type Format =
  | 'pdf'
  | 'scan'
  /** An encrypted PDF, and a truncated one. */
  | 'locked'
  | 'cut'
  | 'docx'
  | 'xlsx'
  | 'odt'
  | 'rtf'
  | 'txt-cp1250'
  | 'txt-latin2'
  | 'txt-utf16'
  | 'xml'
  | 'zip';

/** How a file is signed: valid kinds by their feature, the others by their defect. */
export type SignatureKind =
  | 'none'
  | 'attached'
  | 'fragmented'
  | 'indefinite'
  | 'base64'
  | 'detached'
  /** Without the authority's certificate. */
  | 'withoutIssuer'
  | 'pss'
  | 'elliptic'
  | 'twoSigners'
  | 'nested'
  | 'timestamped'
  | 'expiredTimestamped'
  | 'pades'
  | 'padesTimestamped'
  /** Long-term proofs follow the signature, which no longer covers the whole file and is valid. */
  | 'padesKept'
  | 'expired'
  | 'revoked'
  | 'untrusted'
  | 'altered'
  | 'padesAltered'
  | 'padesAppended'
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
