/** What the operations on procurement are handed. */

import type { Cursors } from '#api/cursor.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Analyses } from './analyses.ts';
import type { ListedDocumentations, StoredDocumentations } from './notice.ts';
import type { RegistryNames } from './party.ts';

export interface ProcurementNeeds {
  hidden(): HiddenPersons;
  cursors: Cursors;
  names: RegistryNames;
  /** A county as we spell it, from what people write; a 404 with near names when it is none. */
  county(text: string): string;
  /** What is stored of the documentations of these notices; not of those that nobody looked at. */
  documentations(notices: readonly string[]): Promise<StoredDocumentations>;
  /** Documentations in the order of lists. */
  listed: ListedDocumentations;
  /** The documents that supplier-performance reports are, by the ids of the reports; of those that were collected. */
  reportDocuments(ackDocIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Counted beside the serving threads. */
  analyses: Analyses;
  /** Records that every demo has. */
  example: {
    /** Buys and sells. */
    cui: string;
    authority: string;
    supplier: string;
    notice: string;
    contract: string;
    report: string;
  };
}
