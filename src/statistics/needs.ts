/** What the statistics ask of the rest of the house. */
import type { County } from '#base/county.ts';
import type { Cursors } from '#operations/cursor.ts';
import type { Call } from '#operations/endpoint.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Dataset } from '#store/dataset.ts';

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
  label: Sentence;
  unit: 'times' | 'share' | 'days' | 'RON';
  formula: Sentence;
}
