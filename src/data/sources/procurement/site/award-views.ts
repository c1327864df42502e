/** Award notices one by one. Each kind has a service of its own; their views have the supplier-performance reports. */

/** By the system's number of the kind. */
const SERVICES: Readonly<Record<number, string>> = { 3: 'C', 8: 'DC', 13: 'RFQ', 16: 'PC', 18: 'RFQ', 20: 'RFQ' };

/** The kinds by the letters in an award's number, in the lists and elsewhere in the system. */
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

/** The kind of an award notice; null for other letters. */
export const awardTypeId = (award: string): number | null => TYPE_IDS[/^[A-Z]*/.exec(award)?.[0] ?? ''] ?? null;

export const isAwardType = (typeId: number): boolean => SERVICES[typeId] !== undefined;

/** Unknown kinds are most likely ordinary ones. */
export const awardService = (typeId: number): string => `${SERVICES[typeId] ?? 'C'}_PUBLIC_CANotice`;

/** The system's path of reports is undocumented; a setting can replace this one. */
export const REPORTS_PATH = '{service}/get/{id}';

export const reportsPath = (template: string, typeId: number, systemId: number): string =>
  template.replaceAll('{service}', awardService(typeId)).replaceAll('{id}', String(systemId));
