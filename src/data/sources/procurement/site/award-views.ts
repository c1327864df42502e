/** Award notices one by one. Each kind has a service of its own; supplier-performance reports hang on their views. */

/** By the system's number of the kind. */
const SERVICES: Readonly<Record<number, string>> = { 3: 'C', 8: 'DC', 13: 'RFQ', 16: 'PC', 18: 'RFQ', 20: 'RFQ' };

/** The kinds by the letters in front of an award's number: as the lists have them, and as the system writes them elsewhere. */
const TYPE_IDS: Readonly<Record<string, number>> = {
  CAN: 3,
  DCA: 8,
  DCAN: 8,
  SCAN: 13,
  SCNA: 13,
  PCA: 16,
  PCAN: 16,
  RFQA: 18,
  RFQAN: 18,
};

/** What an award notice is of; null for other letters. */
export const awardTypeId = (award: string): number | null => TYPE_IDS[/^[A-Z]*/.exec(award)?.[0] ?? ''] ?? null;

export const isAwardType = (typeId: number): boolean => SERVICES[typeId] !== undefined;

/** Kinds that we do not know are most likely ordinary ones. */
export const awardService = (typeId: number): string => `${SERVICES[typeId] ?? 'C'}_PUBLIC_CANotice`;

/** Nobody has published how the system tells of reports: where it does otherwise, an operator says so. */
export const REPORTS_PATH = '{service}/get/{id}';

export const reportsPath = (template: string, typeId: number, systemId: number): string =>
  template.replaceAll('{service}', awardService(typeId)).replaceAll('{id}', String(systemId));
