/** One request, for whoever writes it in a language: here, and in the browser of somebody who fills in a form. */

export interface SampleRequest {
  method: 'GET' | 'POST';
  /** How callers reach the service. */
  origin: string;
  /** Without its query; nothing in it needs quoting in any language. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  body: unknown;
  /** The answer is bytes to be saved. */
  isFile: boolean;
  /** The answer is one page of a list. */
  isPaged: boolean;
}

/** As RFC 3986 has it: the quotes and brackets, too, which `encodeURIComponent` leaves. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Rows after which a sample stops to read a list, so that nobody reads a whole country by trying it. */
export const SAMPLE_ROWS_MAX = 100;

export const queryText = (query: SampleRequest['query']): string =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
