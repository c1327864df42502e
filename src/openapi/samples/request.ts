/** The first example of an operation as one request, for whoever writes it in a language. */
import type { AnyEndpoint } from '#operations/endpoint.ts';

export interface SampleRequest {
  method: 'GET' | 'POST';
  /** Without its query; nothing in it needs quoting in any language. */
  url: string;
  query: readonly (readonly [name: string, value: string])[];
  body: unknown;
  /** The answer is bytes to be saved. */
  isFile: boolean;
}

/** Null where no example may be shown: then there is nothing to fill the path with. */
export function sampleRequest(declaration: AnyEndpoint, origin: string): SampleRequest | null {
  const { method = 'GET', path, file, examples } = declaration;
  const [example] = examples;
  if (!example) return null;
  const { params = {}, query = {}, body } = example;
  return {
    method,
    url: `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? ''))}`,
    query: Object.entries(query),
    body,
    isFile: file !== undefined,
  };
}

/** As RFC 3986 has it: the quotes and brackets, too, which `encodeURIComponent` leaves. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const queryText = (query: SampleRequest['query']): string =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
