/**
 * Operations as typed functions, for pages and tools in this process: `client.getCompany({ cui })` returns the operation's type.
 */

import type { TObject, TSchema } from 'typebox';
import type { Operations } from '#client/generated/shapes.ts';
import type { Static } from '#lib/schema/static.ts';
import type { AnyEndpoint, Declaration } from './endpoint.ts';
import type { Meta } from './operation-result.ts';
import type { RequestContext } from './request-context.ts';

/** The input of an operation: all of its path and body, and any part of its query. */
type OperationInput<P, Q, B> = SchemaValue<P> & Partial<SchemaValue<Q>> & SchemaValue<B>;
type SchemaValue<Schema> = Schema extends TObject ? Static<Schema> : unknown;

/** The output: the whole answer, or its preview for callers without Pro. */
type OperationOutput<D extends TSchema, V extends TSchema> =
  | { preview: false; data: Static<D>; meta: Meta }
  | (unknown extends Static<V> ? never : { preview: true; data: Static<V>; meta: Meta });

/** One function for each declared operation. */
export type Client<Declared extends Record<string, AnyEndpoint>> = {
  [Id in keyof Declared]: Declared[Id] extends Declaration<infer P, infer Q, infer B, infer D, infer V>
    ? (input: OperationInput<P, Q, B>) => Promise<OperationOutput<D, V>>
    : never;
};

/** All operations of an installation, typed by the generated shapes: the compiler reads them faster than it infers them. */
export type ApiClient = {
  [Id in keyof Operations]: (input: Operations[Id]['input']) => Promise<AnswerOf<Operations[Id]>>;
};

type AnswerOf<Operation extends { data: unknown; preview: unknown }> =
  | { preview: false; data: Operation['data']; meta: Meta }
  | ([Operation['preview']] extends [never] ? never : { preview: true; data: Operation['preview']; meta: Meta });

/** The generated types describe the same declarations, which a test verifies: hence the cast. */
export const apiClient = (declared: Record<string, AnyEndpoint>, context: RequestContext): ApiClient =>
  clientOf(declared, context) as unknown as ApiClient;

/** Executes operations within a request context: under its rights, and without counting another request. */
export function clientOf<Declared extends Record<string, AnyEndpoint>>(
  declared: Declared,
  context: RequestContext,
): Client<Declared> {
  const client = Object.create(tables.getOrInsertComputed(declared, tableOf)) as BoundClient;
  client[CONTEXT] = context;
  // Its functions are on the prototype, where the compiler does not see them.
  return client as unknown as Client<Declared>;
}

/** The own property of a client; its functions come from the prototype. */
interface BoundClient {
  [CONTEXT]: RequestContext;
}

const CONTEXT = Symbol('context');

/** One prototype for each set of declarations. Functions are created on access, because a request calls few of the operations. */
const tables = new WeakMap<Record<string, AnyEndpoint>, object>();

function tableOf(declared: Record<string, AnyEndpoint>): object {
  const table = {};
  for (const [id, declaration] of Object.entries(declared))
    Object.defineProperty(table, id, {
      get(this: BoundClient) {
        return async (input: Record<string, unknown>) => {
          const { data, meta } = await this[CONTEXT].executeValues({ id, declaration }, input);
          return { preview: meta.preview === true, data, meta };
        };
      },
    });
  return table;
}
