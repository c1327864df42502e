/** A request as code in three languages. The key is in the environment as `API_KEY`. */
import { curl } from './curl.ts';
import { python } from './python.ts';
import type { SampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

/** As readers of OpenAPI know it: `x-codeSamples`. */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

export const samplesOf = (request: SampleRequest): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
];
