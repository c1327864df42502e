/** Records of this installation that its documentation shows: in the demo the showcase's, elsewhere real ones. */

import type { Bilingual } from '#lib/i18n/message.ts';

export interface Examples {
  /** Large, with a history; buys and sells. */
  company: { cui: string; name: string };
  /** To be asked for together with it. */
  others: string[];
  /** The first person who is not hidden is the example; the last one is invented, so that there is always one. */
  people: readonly { id: string; name: string }[];
  locality: { county: string; locality: string };
  decision: string;
  procurement: { authority: string; supplier: string; notice: string; contract: string; report: string };
  /** A procedure whose documents are collected first, and one of them. */
  documents: { notice: string; document: string };
  release: { url: string; slug: string };
  /** As people type them. */
  searches: string[];
}

/** An invented person of the right shape, for when all others are hidden. */
export const INVENTED_PERSON = { id: `d${'0'.repeat(21)}`, name: 'popescu ion' };

/** What an installation shows of itself. */
export interface InstallationProfile {
  examples: Examples;
  /** The demo's key and fixed records; null where real data is served. */
  demo: {
    key: string;
    showcase: readonly ShowcaseRecord[];
    /** Fiscal codes whose verdicts show a certain one, an uncertain one, and one that a rule decided. */
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
