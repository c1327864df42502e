/** The client: one function for each operation, and iterators and table files for lists. */
import { type FileAnswer, fileIn, type JsonAnswer, jsonIn, type TableAnswer, tableIn } from './answer.ts';
import { type Asking, askedFor, type Input } from './asking.ts';
import { operations } from './generated/operations.ts';
import type { Operations } from './generated/shapes.ts';
import { type CallOptions, type ClientOptions, type PagesOptions, settingsOf, type TableOptions } from './options.ts';
import { pagesOf } from './pages.ts';
import type { PaymentReceipt } from './payment.ts';
import { send } from './send.ts';

interface Operation {
  input: object;
  data: unknown;
  preview: unknown;
  meta: unknown;
  kind: 'record' | 'records' | 'pages' | 'plain' | 'file';
  /** Whether the answer is also available as a table file. */
  table: boolean;
}

/** The full answer, or for callers without Pro its preview, if the operation has one. `payment` is present when the call was paid for. */
export type Told<O extends Operation> =
  | { preview: false; data: O['data']; meta: O['meta']; payment?: PaymentReceipt }
  | ([O['preview']] extends [never] ? never : { preview: true; data: O['preview']; meta: O['meta'] });

/** A record reduced to the requested fields. */
export type Flat<Field extends string> = { [Name in Field]: string | number | boolean | null };

/** The input is optional when it has no required member. */
type Given<I extends object> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions];

type Method<O extends Operation> = O['kind'] extends 'file'
  ? (...given: Given<O['input']>) => Promise<FileAnswer>
  : O['kind'] extends 'record' | 'records'
    ? {
        /** With `fields`: flat objects with exactly those names. */
        <const Field extends string>(
          input: O['input'] & { fields: readonly Field[] },
          options?: CallOptions,
        ): Promise<{
          preview: boolean;
          data: O['kind'] extends 'records' ? Flat<Field>[] : Flat<Field>;
          meta: O['meta'];
          payment?: PaymentReceipt;
        }>;
        (...given: Given<O['input']>): Promise<Told<O>>;
      }
    : (...given: Given<O['input']>) => Promise<Told<O>>;

type RowOf<Data> = NonNullable<Data> extends readonly (infer Row)[] ? Row : never;

type PagesMethod<O extends Operation> =
  Record<never, never> extends O['input']
    ? (input?: O['input'], options?: PagesOptions) => AsyncGenerator<RowOf<O['data'] | O['preview']>, void, undefined>
    : (input: O['input'], options?: PagesOptions) => AsyncGenerator<RowOf<O['data'] | O['preview']>, void, undefined>;

/** Operations that return lists in pages. */
type PagedId = { [Id in keyof Operations]: Operations[Id]['kind'] extends 'pages' ? Id : never }[keyof Operations];

/** A batch accepts `fields` for its table, too. */
type TableInput<O extends Operation> = O['kind'] extends 'records'
  ? O['input'] & { fields?: readonly string[] }
  : O['input'];

type TabledId = { [Id in keyof Operations]: Operations[Id]['table'] extends true ? Id : never }[keyof Operations];

export type Client = { readonly [Id in keyof Operations]: Method<Operations[Id]> } & {
  /** Iterates the rows of all pages: `for await (const row of client.pages.searchCompanies({ q }, { rowsMax: 500 }))`. */
  readonly pages: { readonly [Id in PagedId]: PagesMethod<Operations[Id]> };
  /** Lists as files for spreadsheets; with Pro the whole list, up to 50,000 rows. */
  readonly tables: {
    readonly [Id in TabledId]: (input: TableInput<Operations[Id]>, options: TableOptions) => Promise<TableAnswer>;
  };
};

export const createClient = (options: ClientOptions): Client => clientOver(operations, options) as unknown as Client;

type Call = (input?: Input, options?: CallOptions) => Promise<JsonAnswer | FileAnswer>;

/** A client for any table of operations; tests pass their own. */
export function clientOver(
  table: Readonly<Record<string, Asking>>,
  options: ClientOptions,
): Record<string, Call> & { pages: object; tables: object } {
  const settings = settingsOf(options);
  const calls: Record<string, Call> = {};
  const tables: Record<string, (input: Input, options: TableOptions) => Promise<TableAnswer>> = {};
  const pages: Record<string, (input?: Input, options?: PagesOptions) => AsyncGenerator<unknown, void, undefined>> = {};
  for (const [id, asking] of Object.entries(table)) {
    // `async`, so that wrong input rejects the promise like every other error, instead of throwing.
    const call: Call = async (input = {}, more = {}) =>
      send<JsonAnswer | FileAnswer>(
        id,
        askedFor(id, asking, settings.base, input),
        settings,
        more,
        asking.file ? fileIn : jsonIn,
      );
    calls[id] = call;
    if (asking.query?.includes('cursor'))
      pages[id] = pagesOf(id, call as (input: Input, options: CallOptions) => Promise<JsonAnswer>);
    if (asking.table) {
      const tabled = { ...asking, query: [...(asking.query ?? []), 'format'], file: true };
      tables[id] = async (input, { format, ...more }) =>
        send(id, askedFor(id, tabled, settings.base, { ...input, format }), settings, more, tableIn);
    }
  }
  return Object.assign(calls as Record<string, Call> & { pages: object; tables: object }, { pages, tables });
}
