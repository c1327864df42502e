/** A tool is one declaration: what it is called, what it takes and tells, what it does to the world, and how it is done. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import type { ApiClient } from '#api/client.ts';
import type { Cursors } from '#api/cursor.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Static } from '#lib/schema/static.ts';
import type { Grant } from '#platform/oauth/grants.ts';
import type { Scope } from '#platform/oauth/scopes.ts';
import type { PageName, PageQuery } from '#transports/web/addresses.ts';
import type { PersonAsked } from './protocol/person-asked.ts';

/** What a call does to the world, as hosts show it to people before they allow it. */
export type Effect =
  /** Nothing. */
  | 'reads'
  /** It has something collected that was not there yet: the same again does no more. */
  | 'queues'
  /** It begins something that a person finishes in a browser. */
  | 'asks'
  /** It ends something that a person has. */
  | 'ends';

/** One call: one visit, under the rights of the account that the agent speaks for. */
export interface ToolCall {
  client: ApiClient;
  context: RequestContext;
  grant: Grant;
  /** ms. */
  now: number;
  /** Of hosts of 2025, who can neither be challenged for a scope nor asked to show a form. */
  isLegacy: boolean;
  language: Language;
  /** The whole address of a page of the web app, with what narrows it. */
  link(page: PageName, params?: Readonly<Record<string, string>>, query?: PageQuery): string;
  /** Whether the person may be told of Pro: not where public directories send them, which refuse whatever promotes a subscription. */
  offersPro: boolean;
  cursors: Cursors;
  /** Of the protocol: what the client can, and what its person answered. */
  protocol: ServerContext;
}

export interface Tool<I extends TObject = TObject, O extends TObject = TObject> {
  /** By a verb: `get_company`. */
  name: string;
  title: string;
  /** For the model: what it is for, when to use another one, what comes back. */
  about: string;
  effect: Effect;
  /** Left out: `data:read`. */
  scopes?: readonly Scope[];
  input: I;
  output: O;
  call(input: Static<I>, call: ToolCall): Promise<Static<O> | PersonAsked>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of every input and answer type.
export type AnyTool = Tool<any, any>;

/** Declares a tool; its input and answer have the types of their schemas. */
export const tool = <I extends TObject, O extends TObject>(declared: Tool<I, O>): Tool<I, O> => declared;

export const scopesOf = ({ scopes = ['data:read'] }: AnyTool): readonly Scope[] => scopes;

/** All four said for each: what is left out counts as the worst. */
export const annotationsOf = ({ title, effect }: AnyTool) => ({
  title,
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'ends',
  idempotentHint: effect === 'reads' || effect === 'queues',
  openWorldHint: false,
});
