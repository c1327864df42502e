/** The documents of a procedure as the procurement system holds them on a day. */
import type { Procedure } from '#demo-country/procurement/procedure.ts';

/** Under which heading the system lists a file; clarifications and reports have lists of their own. */
export type Section =
  | 'dfNoticeDocs'
  | 'duaeDocs'
  | 'contractingStrategyDocs'
  | 'decisionDocs'
  | 'exAnteDocs'
  | 'clarifications'
  | 'ackDocs';

/** What a file is about. */
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
  /** A PDF that wants a password, and one that was cut short before it was uploaded. */
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

/** How a file is sealed, and what is wrong with that. What holds is named for what it shows, the rest for what breaks it. */
export type SignatureKind =
  | 'none'
  | 'attached'
  | 'fragmented'
  | 'indefinite'
  | 'base64'
  | 'detached'
  /** The authority's certificate does not travel along. */
  | 'withoutIssuer'
  | 'pss'
  | 'elliptic'
  | 'twoSigners'
  | 'nested'
  | 'timestamped'
  | 'expiredTimestamped'
  | 'pades'
  | 'padesTimestamped'
  /** Proofs for later hang behind the signature, which no longer covers the whole file and holds all the same. */
  | 'padesKept'
  | 'expired'
  | 'revoked'
  | 'untrusted'
  | 'altered'
  | 'padesAltered'
  | 'padesAppended'
  /** With its objects in a stream; the others so, too, and rewritten after they were signed, without touching a signed byte. */
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
  /** Of the text: 1 at first, then one more with every revision. Files that are only signed anew keep it. */
  revision: number;
  uploadedOn: number;
  /** Seconds after midnight. */
  uploadedAt: number;
  /** Made when it is asked for: the same bytes every time. */
  bytes(): Promise<Buffer>;
}

/** What becomes of somebody who collects a procedure's files, for every state that documentation can be in. */
export type Conduct =
  /** All there: `available`, and `superseded` once a newer version is out. */
  | 'ordinary'
  /** Documents are promised and not uploaded yet: `announced`. */
  | 'late'
  /** Every file takes its time: `collecting` for a while. */
  | 'slow'
  /** One file never comes whole: `partial`. */
  | 'gap'
  /** None ever comes: `failed`. */
  | 'broken'
  | 'withdrawn'
  | 'none';

export interface Documentation {
  procedure: Procedure;
  conduct: Conduct;
  /** 0 before the first file. */
  version: number;
  /** In the order of their codes; what a later version replaced is gone. */
  files: readonly DocumentFile[];
}
