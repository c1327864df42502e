/** Caches serialized answers per generation: its statistics do not change, and callers request the same ones. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { ajv } from '#api/ajv.ts';
import type { RenderedData } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Static } from '#lib/schema/static.ts';
import { etagOf } from '#lib/values/hash.ts';

/** Of one generation, in each serving thread: some hundred long lists, or all hubs. */
const CACHE_BYTES_MAX = 16_000_000;

interface AnswerCache {
  /** By operation and query, least recently used first. */
  answers: Map<string, RenderedData>;
  bytes: number;
}

const generations = new WeakMap<Dataset, AnswerCache>();

/** The cached answer, else the result of `write`. */
export async function cachedAnswer(
  dataset: Dataset,
  operation: string,
  question: unknown,
  write: () => Promise<string>,
): Promise<RenderedData> {
  const key = `${operation} ${JSON.stringify(question)}`;
  const own = generations.getOrInsertComputed(dataset, () => ({ answers: new Map(), bytes: 0 }));
  const cached = own.answers.get(key);
  if (cached) {
    own.answers.delete(key);
    own.answers.set(key, cached);
    return cached;
  }
  const bytes = Buffer.from(await write());
  const answer = { bytes, etag: etagOf(bytes) };
  store(own, key, answer);
  return answer;
}

/** The same for data that is validated against its schema before serialization. */
export function answerCache<Schema extends TSchema>(operation: string, schema: Schema) {
  let check: ValidateFunction | undefined;
  return (dataset: Dataset, question: unknown, compute: () => Promise<Static<Schema>>): Promise<RenderedData> =>
    cachedAnswer(dataset, operation, question, async () => {
      const data = await compute();
      check ??= ajv.compile(schema);
      if (check(data)) return JSON.stringify(data);
      throw new Error(`The answer of ${operation} breaks its schema: ${ajv.errorsText(check.errors)}`);
    });
}

function store(own: AnswerCache, key: string, answer: RenderedData): void {
  remove(own, key);
  own.answers.set(key, answer);
  own.bytes += answer.bytes.length;
  for (const oldest of own.answers.keys()) {
    if (own.bytes <= CACHE_BYTES_MAX) return;
    remove(own, oldest);
  }
}

function remove(own: AnswerCache, key: string): void {
  own.bytes -= own.answers.get(key)?.bytes.length ?? 0;
  own.answers.delete(key);
}
