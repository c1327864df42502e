/**
 * Pages of the procurement system for users. Their addresses contain the system's own ids, which only its lists have:
 * records of exports, and other kinds of notices, have no known page.
 */
import { demoUrn } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';

const SITE = 'https://e-licitatie.ro/pub';

/** By kind of notice. */
const NOTICES: Readonly<Record<string, string>> = {
  CN: 'notices/c-notice/v2/view',
  SCN: 'notices/simplified-notice/v2/view',
  RFQ: 'notices/rfq-invitation/v2/view',
  PC: 'notices/pc-notice/v2/view',
  DC: 'notices/dc-notice/v2/view',
};
/** By the prefix of the award notice's number. */
const AWARDS: Readonly<Record<string, string>> = {
  CAN: 'notices/ca-notices/view-c',
  SCNA: 'notices/ca-notices/view-rfq',
};
const PURCHASE = 'direct-acquisition/view';
const PURCHASE_AWARD = 'direct-acquisition/award-notice/view';

export const noticePage = (dataset: Dataset, type: string, id: number | null): string | null =>
  pageOf(dataset, NOTICES[type], id);

/** A contract has no page of its own, only that of its award notice. */
export const contractPage = (dataset: Dataset, awardNotice: string | null, id: number | null): string | null =>
  pageOf(dataset, AWARDS[/^[A-Z]+/.exec(awardNotice ?? '')?.[0] ?? ''], id);

export const purchasePage = (dataset: Dataset, id: number | null): string | null => pageOf(dataset, PURCHASE, id);

export const purchaseAwardPage = (dataset: Dataset, id: number | null): string | null =>
  pageOf(dataset, PURCHASE_AWARD, id);

function pageOf({ manifest }: Dataset, path: string | undefined, id: number | null): string | null {
  if (path === undefined || id === null) return null;
  return manifest.country === 'demo' ? demoUrn(`sicap/${path}/${id}`) : `${SITE}/${path}/${id}`;
}
