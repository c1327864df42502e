/** What the documentation knows of the installation that it stands in. */
import type { Operation } from '#api/endpoint.ts';
import type { Json } from '#api/openapi/components.ts';
import type { Limits } from '#api/openapi/overview.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import type { Bilingual, Language } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';

/** A fixed record of the demo country that shows one interesting case. */
export interface Showcase {
  cui: string;
  name: string;
  shows: Bilingual;
}

export interface DocsOptions {
  version: string;
  /** How callers reach the service; left out where nobody said. */
  publicUrl?: string | null;
  /** The demo's key and records; null where real data is served. */
  demo: { key: string; showcase: readonly Showcase[] } | null;
  /** What a request costs; left out where nothing is sold. */
  paymentInfo?: (operation: Operation) => Json | null;
  /** Requests a minute; left out where nobody said. */
  limits?: Limits;
  /** Persons whom no example leads to; left out where nobody is served. */
  hidden?(): HiddenPersons;
}

/** One page of it. */
export interface DocsPage {
  options: DocsOptions;
  language: Language;
  /** As they may be shown now, in the order of their chapters. */
  operations: readonly DocumentedOperation[];
}
