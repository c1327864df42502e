/** The request context of a Pro key without a service, for tests and benchmarks of operations. */
import { pipeline } from '#api/pipeline.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/message.ts';

export async function proVisit(
  dataset: Dataset,
  now: number = Date.now(),
  language: Language = 'en',
): Promise<RequestContext> {
  const one = pipeline({
    keys: { ownerOf: () => ({ account: 'a', key: 'k' }) },
    limits: null,
    payments: null,
    dataset: () => dataset,
  });
  return one.admit(
    { transport: 'api', address: '::1', key: 'any', session: null, token: null, payment: null, unreadable: null },
    { id: 'r', now, signal: new AbortController().signal, language },
  );
}
