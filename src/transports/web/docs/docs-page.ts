/** The installation that the documentation describes, and one of its pages. */

import type { Operation } from '#api/endpoint.ts';
import type { Json } from '#api/openapi/components.ts';
import type { Limits } from '#api/openapi/overview.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import type { Bilingual, Language } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';

/** A fixed company of the demo country: one interesting case. */
export interface Showcase {
  cui: string;
  name: string;
  shows: Bilingual;
}

export interface DocsOptions {
  version: string;
  /** Undefined where no setting names it. */
  publicUrl?: string | null;
  /** The demo's key and companies; null on real data. */
  demo: { key: string; showcase: readonly Showcase[] } | null;
  /** The price of a request; undefined where nothing is sold. */
  paymentInfo?: (operation: Operation) => Json | null;
  /** Requests a minute; undefined where no setting limits them. */
  limits?: Limits;
  /** Persons that examples must not name. Default: none. */
  hidden?(): HiddenPersons;
}

export interface DocsPage {
  options: DocsOptions;
  language: Language;
  /** With redacted examples, by chapter. */
  operations: readonly DocumentedOperation[];
}
