/** What a source is, as data. Each one declares itself in the `source.ts` of its folder, and `sources.ts` lists them. */
import type { Bilingual } from '#lib/i18n/message.ts';
import type { Limits } from '#lib/safe-fetch/exchange.ts';

/** The names of a source in answers, on pages and in citations. */
export interface NamedSource {
  /** Its name in answers; several sources of one publisher share it. */
  name?: string;
  /** That name on pages; declared once for each name. */
  label?: Bilingual;
  /** Further names in `/api/health`, of what is queried separately, with their labels. */
  upstreams?: Readonly<Record<string, Bilingual>>;
  /** The parts of answers that it covers, as `meta.notLoaded` names them, in the words of a citation. */
  covers?: Readonly<Record<string, Bilingual>>;
  /** The parts of the dataset that are made from it. */
  parts?: Readonly<Record<string, PartFacts>>;
}

/** What people and checks know about a part of the dataset. */
export interface PartFacts {
  /** As a heading. */
  title: Bilingual;
  /** Within a sentence, behind `for`. */
  phrase: Bilingual;
  /** Its source in the words of a citation; null: no answer cites it. */
  cited: Bilingual | null;
  /** What answers have from it, in the tables of sources on pages; null: no answer names it. */
  tells: Bilingual | null;
  /** Its name in answers. Default: its own. */
  cover?: string;
  /** Whether the source is queried live, too: answers have newer data than the part. */
  isLiveToo?: true;
  /** Without a `core` part there is nothing to serve; `expected` and `import`: its absence is reported, with the remedy. Default: it is not. */
  need?: 'core' | 'expected' | 'import';
  /** When a newer publication is overdue: days after its day, or months after the end of a period that it lacks. Null: computed from other parts. */
  overdue: { days: number } | { period: 'year' | 'quarter'; months: number } | null;
}

/** A source that this service reads itself. */
export interface Source extends NamedSource {
  title: string;
  publisher: string;
  licence: string;
  /** When new data comes out, in words. */
  schedule: string;
  /** Several addresses are tried in order. */
  address: string | readonly string[];
  /**
   * The setting that replaces the address; a publication in the catalogue has that of the catalogue. `origin`: the source is read
   * at published addresses, and the setting replaces their origin.
   */
  setting?: { name: `FIRMOTECA_${string}_URL`; about: string; replaces?: 'origin' };
  /** How long an answer counts as fresh; null for publications, which count until the next one. */
  freshSeconds: number | null;
  /** At most one request in this time, for the whole installation. */
  paceMs: number;
  /** The most records of one request. */
  batchMax: number;
  userAgent: string;
  limits: Limits;
}

export const OURS = 'firmoteca/0.1 (reader of public data)';

/** Some services answer with nothing, or not at all, to everything that does not look like a browser. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const DAY_S = 86_400;
export const MB = 1_000_000;

/** One pacer for the whole installation spaces the requests to live services, and decides on retries; clients never do. */
export const liveLimits = (sizeBytesMax: number): Limits => ({
  connectMs: 5_000,
  idleMs: 20_000,
  totalMs: 20_000,
  sizeBytesMax,
  retries: 0,
});

/** Publications are fetched by jobs; no caller waits for them. */
export const publicationLimits: Limits = {
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
  sizeBytesMax: 20 * MB,
  retries: 3,
};
