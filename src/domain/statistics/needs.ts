/** What the statistics ask of the rest of the house. */

import type { Cursors } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { County } from '#lib/values/county.ts';

export interface StatisticsNeeds {
  /** Throws a 404 when nobody knows the company. */
  company(cui: string, call: Call): Promise<unknown>;
  /** A county as people write it; throws a 404 with near names. */
  county(text: string): County;
  names(dataset: Dataset): Promise<Names>;
  /** The ratios that rankings and benchmarks are made of. */
  ratios: readonly RatioAbout[];
  cursors: Cursors;
  example: { cui: string };
}

/** The registry's own nomenclatures; null for a code that they do not know. */
export interface Names {
  caen(revision: string, code: string): string | null;
  status(code: string): string | null;
}

export interface RatioAbout {
  code: string;
  label: Message;
  unit: 'times' | 'share' | 'days' | 'RON';
  formula: Message;
}
