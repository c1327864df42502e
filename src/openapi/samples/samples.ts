/** Code that calls an operation, in three languages, made from its declaration and its first example. The key is in the environment as `API_KEY`. */
import type { AnyEndpoint } from '#operations/endpoint.ts';
import { curl } from './curl.ts';
import { python } from './python.ts';
import { sampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

/** As readers of OpenAPI know it: `x-codeSamples`. */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

/** Where nobody said how callers reach the service: as the README has it. */
export const LOCAL_ORIGIN = 'http://127.0.0.1:8080';

/** `origin`: how callers reach the service. */
export function codeSamples(declaration: AnyEndpoint, origin: string): CodeSample[] {
  const request = sampleRequest(declaration, origin);
  if (!request) return [];
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

/** Of an address that an operator gave, or a path. */
export const originIn = (publicUrl: string | null): string =>
  publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : LOCAL_ORIGIN;
