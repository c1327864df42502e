/** The context of the procurement module. */

import type { Context } from '#api/context.ts';
import type { Analyses } from './analyses.ts';
import type { DocumentationLists, StoredDocumentations } from './notice.ts';
import type { RegistryNames } from './party.ts';

export type ProcurementContext = Pick<Context, 'hidden' | 'cursors'> & {
  names: RegistryNames;
  /** A county in canonical spelling, from user input; throws a 404 with near names if there is none. */
  county(text: string): string;
  /** Stored documentations of these notices, without those never checked. */
  documentations(notices: readonly string[]): Promise<StoredDocumentations>;
  /** Documentations in the order of lists. */
  documentationLists: DocumentationLists;
  /** Document ids of collected supplier-performance reports, by the ids of the reports. */
  reportDocuments(ackDocIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Runs in the analytics worker. */
  analyses: Analyses;
  /** Records that every demo has. */
  example: {
    /** Both buys and sells. */
    cui: string;
    authority: string;
    supplier: string;
    notice: string;
    contract: string;
    report: string;
  };
};
