/** A visit by a Pro key, without a service around: for tests and figures of what operations answer. */
import { kernel } from '#operations/kernel.ts';
import type { Visit } from '#operations/visit.ts';
import type { Language } from '#sentences/sentence.ts';
import type { Dataset } from '#store/dataset.ts';

export async function proVisit(dataset: Dataset, now: number = Date.now(), language: Language = 'en'): Promise<Visit> {
  const one = kernel({
    keys: { holderOf: () => ({ account: 'a', key: 'k' }) },
    limits: null,
    payments: null,
    dataset: () => dataset,
  });
  return one.admit(
    { door: 'api', address: '::1', key: 'any', session: null, token: null, payment: null, unreadable: null },
    { id: 'r', now, signal: new AbortController().signal, language },
  );
}
