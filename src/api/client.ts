/** Operations as typed functions: `client.getCompany({ cui })` knows its answer's type. For pages and tools, in this process. */

import type { TObject, TSchema } from 'typebox';
import type { Operations } from '#client/generated/shapes.ts';
import type { Static } from '#lib/values/static.ts';
import type { AnyEndpoint, Declaration } from './endpoint.ts';
import type { Meta } from './operation-result.ts';
import type { RequestContext } from './request-context.ts';

/** What an operation takes: all of its path and body; of its query what the caller cares to say. */
type Asked<P, Q, B> = Given<P> & Partial<Given<Q>> & Given<B>;
type Given<Schema> = Schema extends TObject ? Static<Schema> : unknown;

/** What it tells: the whole, or to callers without Pro, where there is one, its preview. */
type Told<D extends TSchema, V extends TSchema> =
  | { preview: false; data: Static<D>; meta: Meta }
  | (unknown extends Static<V> ? never : { preview: true; data: Static<V>; meta: Meta });

/** One function for each declaration of `Declared`, which is a slice or several. */
export type Client<Declared extends Record<string, AnyEndpoint>> = {
  [Id in keyof Declared]: Declared[Id] extends Declaration<infer P, infer Q, infer B, infer D, infer V>
    ? (input: Asked<P, Q, B>) => Promise<Told<D, V>>
    : never;
};

/** The same for all operations of an installation, by the types that are generated from their declarations: the compiler reads them faster than it infers them. */
export type ApiClient = {
  [Id in keyof Operations]: (input: Operations[Id]['input']) => Promise<AnswerOf<Operations[Id]>>;
};

type AnswerOf<Operation extends { data: unknown; preview: unknown }> =
  | { preview: false; data: Operation['data']; meta: Meta }
  | ([Operation['preview']] extends [never] ? never : { preview: true; data: Operation['preview']; meta: Meta });

export const apiClient = (declared: Record<string, AnyEndpoint>, context: RequestContext): ApiClient =>
  clientOf(declared, context) as unknown as ApiClient;

/** Performs under the rights of the visit, within it: nothing is counted again. */
export function clientOf<Declared extends Record<string, AnyEndpoint>>(
  declared: Declared,
  context: RequestContext,
): Client<Declared> {
  const client = Object.create(tables.getOrInsertComputed(declared, tableOf)) as Held;
  client[VISIT] = context;
  return client as unknown as Client<Declared>;
}

/** What a client holds by itself; its functions are those of its table. */
interface Held {
  [VISIT]: RequestContext;
}

const VISIT = Symbol('visit');

/** Made once for each table: there are more operations than any visit asks for, and a function is made when it is. */
const tables = new WeakMap<Record<string, AnyEndpoint>, object>();

function tableOf(declared: Record<string, AnyEndpoint>): object {
  const table = {};
  for (const [id, declaration] of Object.entries(declared))
    Object.defineProperty(table, id, {
      get(this: Held) {
        return async (input: Record<string, unknown>) => {
          const { data, meta } = await this[VISIT].executeValues({ id, declaration }, input);
          return { preview: meta.preview === true, data, meta };
        };
      },
    });
  return table;
}
