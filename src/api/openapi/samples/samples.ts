/** Code that calls an operation, in three languages, made from its declaration and its first example. */
import type { AnyEndpoint } from '#api/endpoint.ts';
import { sampleRequest } from './first-example.ts';
import { type CodeSample, samplesOf } from './written.ts';

/** Where nobody said how callers reach the service: as the README has it. */
export const LOCAL_ORIGIN = 'http://127.0.0.1:8080';

/** `origin`: how callers reach the service. */
export function codeSamples(declaration: AnyEndpoint, origin: string): CodeSample[] {
  const request = sampleRequest(declaration, origin);
  return request ? samplesOf(request) : [];
}

/** Of an address that an operator gave, or a path. */
export const originIn = (publicUrl: string | null): string =>
  publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : LOCAL_ORIGIN;
