/** The first example of an operation as one request. */
import type { AnyEndpoint } from '#api/endpoint.ts';
import { isPaged } from '#api/tables/format.ts';
import { encoded, type SampleRequest } from './request.ts';

/** Null where no example may be shown: then there is nothing to fill the path with. */
export function sampleRequest(declaration: AnyEndpoint, origin: string): SampleRequest | null {
  const { method = 'GET', path, file, examples } = declaration;
  const [example] = examples;
  if (!example) return null;
  const { params = {}, query = {}, body } = example;
  return {
    method,
    origin,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? '')),
    query: Object.entries(query),
    body,
    isFile: file !== undefined,
    isPaged: isPaged(declaration),
  };
}
