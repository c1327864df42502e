/** Path patterns to routes: fixed words first, then parameters; tells an unknown path from a wrong method. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import { said as saidOfInput, wrongIs as valueIs } from '#api/sentences.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { Reply } from './reply.ts';
import type { Request } from './request.ts';
import { said, wrongIs } from './sentences.ts';

interface Node<Route> {
  /** A list, of twenty at most: a Map has each word of each request put into a table of all texts first, which takes longer. */
  words: { word: string; node: Node<Route> }[];
  parameter: Node<Route> | null;
  /** `isRefusal`: the route says no; the method is not listed in `Allow`. */
  methods: Map<string, { route: Route; names: string[]; isRefusal: boolean }>;
}

export interface Match<Route> {
  route: Route;
  /** As sent, still percent-encoded: see `decodeParams`. */
  params: Record<string, string>;
}

/** As node:http itself would call it. */
export type ForeignHandler = (raw: IncomingMessage, response: ServerResponse) => unknown;

export interface Mount {
  prefix: string;
  handler: ForeignHandler;
}

/** How somebody with a browser is told what went wrong; null where the envelope is right. */
export type ErrorPage = (problem: ApiError, request: Request) => Reply | null;

const isWithin = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

const node = <Route>(): Node<Route> => ({ words: [], parameter: null, methods: new Map() });

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROL = /[\u0000-\u001f\u007f]/;

export class Router<Route> {
  /** Null: everybody is told as programs are. */
  errorPage: ErrorPage | null = null;
  readonly #root = node<Route>();
  readonly #mounted: Mount[] = [];

  /** `path` as in OpenAPI: `/api/company/{cui}/balance/{year}`. */
  add(method: string, path: string, route: Route, { isRefusal = false } = {}): void {
    const names: string[] = [];
    let at = this.#root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        at.parameter ??= node<Route>();
        at = at.parameter;
      } else {
        at = wordOf(at, segment, 0, segment.length) ?? withWord(at, segment);
      }
    }
    if (at.methods.has(method)) throw new Error(`${method} ${path} is declared twice.`);
    if (this.mountAt(path)) throw new Error(`${path} belongs to what is mounted above it.`);
    at.methods.set(method, { route, names, isRefusal });
  }

  /** Gives a path, all below it and all methods to a handler that is not ours. */
  mount(prefix: string, handler: ForeignHandler): void {
    if (!/^(?:\/[A-Za-z0-9._-]+)+$/.test(prefix)) throw new Error(`${prefix} is no path to mount at.`);
    if (
      this.#hasRoutesAt(prefix) ||
      this.#mounted.some((one) => isWithin(one.prefix, prefix) || isWithin(prefix, one.prefix))
    )
      throw new Error(`${prefix} is declared twice.`);
    this.#mounted.push({ prefix, handler });
  }

  mountAt(path: string): Mount | null {
    for (const mounted of this.#mounted) if (isWithin(path, mounted.prefix)) return mounted;
    return null;
  }

  /** HEAD is answered wherever GET is. */
  find(method: string, path: string): Match<Route> {
    const values: string[] = [];
    let at = this.#root;
    for (let start = 1, end = 0; end >= 0; start = end + 1) {
      end = path.indexOf('/', start);
      const until = end < 0 ? path.length : end;
      const word = wordOf(at, path, start, until);
      if (word) {
        at = word;
      } else if (at.parameter && start < until) {
        values.push(path.slice(start, until));
        at = at.parameter;
      } else {
        throw unknown(path);
      }
    }
    if (at.methods.size === 0) throw unknown(path);
    const found = at.methods.get(method === 'HEAD' ? 'GET' : method);
    if (!found) throw notAllowed(method, methodsAt(at));
    const params: Record<string, string> = {};
    for (let i = 0; i < values.length; i++) params[found.names[i] ?? ''] = values[i] ?? '';
    return { route: found.route, params };
  }

  #hasRoutesAt(prefix: string): boolean {
    let at: Node<Route> | null | undefined = this.#root;
    for (const segment of prefix.slice(1).split('/')) at = at && wordOf(at, segment, 0, segment.length);
    return at !== null;
  }

  /** Methods of a path, for OPTIONS; empty when the path is unknown. */
  methods(path: string): string[] {
    let at: Node<Route> | null | undefined = this.#root;
    for (const segment of path.slice(1).split('/'))
      at = at && (wordOf(at, segment, 0, segment.length) ?? (segment === '' ? null : at.parameter));
    return at ? answered(methodsAt(at)) : [];
  }
}

const methodsAt = <Route>({ methods }: Node<Route>): string[] =>
  [...methods].flatMap(([method, { isRefusal }]) => (isRefusal ? [] : method));

/** Where the word between two places of a path leads; null when it is none of the fixed ones. */
function wordOf<Route>({ words }: Node<Route>, path: string, start: number, end: number): Node<Route> | null {
  for (const { word, node } of words) if (word.length === end - start && path.startsWith(word, start)) return node;
  return null;
}

function withWord<Route>(at: Node<Route>, word: string): Node<Route> {
  const made = node<Route>();
  at.words.push({ word, node: made });
  return made;
}

/** What a path answers beside its declared methods. */
const answered = (methods: string[]): string[] =>
  methods.length === 0 ? [] : [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];

const unknown = (path: string): ApiError => new ApiError('ROUTE_NOT_FOUND', said.noPath({ path: shorten(path) }));

export function notAllowed(method: string, methods: string[]): ApiError {
  const allow = answered(methods).join(', ');
  return new ApiError('METHOD_NOT_ALLOWED', said.otherMethod({ allow, method }), { headers: { allow } });
}

const shorten = (path: string): string => (path.length > 100 ? `${path.slice(0, 100)}…` : path);

/** Done after the caller is admitted: who has no key learns only that. */
export function decodeParams(params: Record<string, string>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const name in params) decoded[name] = decode(name, params[name] ?? '');
  return decoded;
}

function decode(name: string, segment: string): string {
  const bad = (problem: Sentence): ApiError =>
    new ApiError('INVALID_PARAMETER', saidOfInput.path({ name, problem }), {
      details: [{ in: 'path', name, problem }],
    });
  let value: string;
  try {
    value = segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    throw bad(valueIs.encoding());
  }
  if (CONTROL.test(value)) throw bad(wrongIs.control());
  return value;
}
