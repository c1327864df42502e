/** Answers of operations to a Pro key in this process, for tests with very many requests. */

import { ApiError } from '#api/api-error.ts';
import type { Example, Operation } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { proVisit } from './pro-context.ts';

/** The input: path parameters, query and body. */
export type Asked = Pick<Example, 'params' | 'query' | 'body'>;

export interface Answers {
  /** The data of the answer, or its error. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests read answers of every shape.
  ask(id: string, asked: Asked): Promise<{ data: any; meta: any; problem: ApiError | null }>;
}

export function answersOf(service: { operations: readonly Operation[]; store: unknown }): Answers {
  const { generations } = service.store as { generations: { current(): Dataset | null } };
  const byId = new Map(service.operations.map((operation) => [operation.id, operation]));
  return {
    async ask(id, { params = {}, query, body }) {
      const operation = byId.get(id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const context = await proVisit(generations.current() as Dataset);
      const input = { params, query: String(new URLSearchParams(query)), body };
      try {
        const { data, meta } = await context.execute(operation, () => input);
        return { data: JSON.parse(Buffer.from(data).toString()), meta, problem: null };
      } catch (error) {
        if (error instanceof ApiError) return { data: null, meta: null, problem: error };
        throw error;
      }
    },
  };
}
