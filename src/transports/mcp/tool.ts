/** The declaration of a tool: name, texts, input, output, effect, and the call. */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import type { ApiClient } from '#api/client.ts';
import type { Cursors } from '#api/cursor.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Static } from '#lib/schema/static.ts';
import type { Grant } from '#platform/oauth/grants.ts';
import type { Scope } from '#platform/oauth/scopes.ts';
import type { PageName, PageQuery } from '#transports/web/addresses.ts';

/** The effect of a call, as hosts show it to people before they allow it. */
export type Effect =
  /** No effect. */
  | 'reads'
  /** Starts a collection of documents; a repeated call has no further effect. */
  | 'queues'
  /** Begins an action that a person completes in a browser. */
  | 'asks'
  /** Begins the end of a subscription or of a key, which a person completes in a browser. */
  | 'ends';

/** One call: one request context, under the rights of the account in the grant. */
export interface ToolCall {
  client: ApiClient;
  context: RequestContext;
  grant: Grant;
  /** ms. */
  now: number;
  /** A host of protocol 2025, which supports neither scope challenges nor requests for input. */
  isLegacy: boolean;
  language: Language;
  /** The URL of a page of the web app, with filters. */
  link(page: PageName, params?: Readonly<Record<string, string>>, query?: PageQuery): string;
  /** Whether answers may mention Pro: not at the connector in public directories, which refuse promotion of subscriptions. */
  offersPro: boolean;
  cursors: Cursors;
  /** The protocol's context: capabilities of the client, and the answer of its person. */
  protocol: ServerContext;
}

/** The result of a call that needs the person's answer first: the request that the host shows. */
export class InputRequired {
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    this.result = result;
  }
}

export interface Tool<I extends TObject = TObject, O extends TObject = TObject> {
  /** Begins with a verb: `get_company`. */
  name: string;
  title: string;
  /** For the model: purpose, alternatives, result. */
  about: string;
  effect: Effect;
  /** Default: `data:read`. */
  scopes?: readonly Scope[];
  input: I;
  output: O;
  call(input: Static<I>, call: ToolCall): Promise<Static<O> | InputRequired>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of every input and answer type.
export type AnyTool = Tool<any, any>;

/** Declares a tool; its input and answer have the types of their schemas. */
export const tool = <I extends TObject, O extends TObject>(declared: Tool<I, O>): Tool<I, O> => declared;

export const scopesOf = ({ scopes = ['data:read'] }: AnyTool): readonly Scope[] => scopes;

/** All four hints are set, because hosts assume the worst of an absent one. */
export const annotationsOf = ({ title, effect }: AnyTool) => ({
  title,
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'ends',
  idempotentHint: effect === 'reads' || effect === 'queues',
  openWorldHint: false,
});
