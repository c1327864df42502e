/** Example records in the documentation of this installation: those of the showcase in the demo, elsewhere real ones. */

import type { Bilingual } from '#lib/i18n/message.ts';

export interface Examples {
  /** Large, with a history; buys and sells. */
  company: { cui: string; name: string };
  /** Further companies of a batch request. */
  others: string[];
  /** The first person who is not hidden is the example; the last one is invented. */
  people: readonly { id: string; name: string }[];
  locality: { county: string; locality: string };
  decision: string;
  procurement: { authority: string; supplier: string; notice: string; contract: string; report: string };
  /** A procedure whose documents are collected first, and one of its documents. */
  documents: { notice: string; document: string };
  release: { url: string; slug: string };
  /** Queries as people type them. */
  searches: string[];
}

/** The example when all others are hidden. */
export const INVENTED_PERSON = { id: `d${'0'.repeat(21)}`, name: 'popescu ion' };

export interface InstallationProfile {
  examples: Examples;
  /** The demo's key and fixed records; null where real data is served. */
  demo: {
    key: string;
    showcase: readonly ShowcaseRecord[];
    /** Fiscal codes with a certain verdict, an uncertain one, and one that a rule decided. */
    verdicts: readonly string[];
  } | null;
}

export interface ShowcaseRecord {
  id: string;
  cui: string;
  name: string;
  /** The interesting case. */
  shows: Bilingual;
}
