/** Answers of a generation that are written once: its statistics do not change, and everybody asks for the same ones. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { ajv } from '#api/ajv.ts';
import type { RenderedData } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Static } from '#lib/schema/static.ts';
import { etagOf } from '#lib/values/hash.ts';

/** Of one generation, in each serving thread: some hundred long lists, or all hubs. */
const KEPT_BYTES_MAX = 16_000_000;

interface Kept {
  /** By operation and question, the one asked for longest ago first. */
  answers: Map<string, RenderedData>;
  bytes: number;
}

const generations = new WeakMap<Dataset, Kept>();

/** The answer to a question, from what is kept or else written now. */
export async function writtenOnce(
  dataset: Dataset,
  operation: string,
  question: unknown,
  write: () => Promise<string>,
): Promise<RenderedData> {
  const key = `${operation} ${JSON.stringify(question)}`;
  const own = generations.getOrInsertComputed(dataset, () => ({ answers: new Map(), bytes: 0 }));
  const known = own.answers.get(key);
  if (known) {
    own.answers.delete(key);
    own.answers.set(key, known);
    return known;
  }
  const bytes = Buffer.from(await write());
  const answer = { bytes, etag: etagOf(bytes) };
  keep(own, key, answer);
  return answer;
}

/** The same for data that is held against its schema before it is written. */
export function writer<Schema extends TSchema>(operation: string, schema: Schema) {
  let check: ValidateFunction | undefined;
  return (dataset: Dataset, question: unknown, make: () => Promise<Static<Schema>>): Promise<RenderedData> =>
    writtenOnce(dataset, operation, question, async () => {
      const data = await make();
      check ??= ajv.compile(schema);
      if (check(data)) return JSON.stringify(data);
      throw new Error(`The answer of ${operation} breaks its schema: ${ajv.errorsText(check.errors)}`);
    });
}

function keep(own: Kept, key: string, answer: RenderedData): void {
  forget(own, key);
  own.answers.set(key, answer);
  own.bytes += answer.bytes.length;
  for (const oldest of own.answers.keys()) {
    if (own.bytes <= KEPT_BYTES_MAX) return;
    forget(own, oldest);
  }
}

function forget(own: Kept, key: string): void {
  own.bytes -= own.answers.get(key)?.bytes.length ?? 0;
  own.answers.delete(key);
}
