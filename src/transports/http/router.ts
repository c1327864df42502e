/** The router: path patterns to routes, fixed words before parameters. Distinguishes an unknown path from a wrong method. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Reply } from './reply.ts';
import type { Request } from './request.ts';

interface Node<Route> {
  /** A list of at most twenty words: a Map would intern each word of each request, which is slower. */
  words: { word: string; node: Node<Route> }[];
  parameter: Node<Route> | null;
  /** `isRefusal`: the route only refuses; its method is not listed in `Allow`. */
  methods: Map<string, { route: Route; names: string[]; isRefusal: boolean }>;
}

export interface RouteMatch<Route> {
  route: Route;
  /** As sent, percent-encoded: see `decodeParams`. */
  params: Record<string, string>;
}

/** A request listener of node:http. */
export type ForeignHandler = (raw: IncomingMessage, response: ServerResponse) => unknown;

export interface Mount {
  prefix: string;
  handler: ForeignHandler;
}

/** The error page for browsers; null where the envelope is right. */
export type ErrorPage = (problem: ApiError, request: Request) => Reply | null;

const isWithin = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

const node = <Route>(): Node<Route> => ({ words: [], parameter: null, methods: new Map() });

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROL = /[\u0000-\u001f\u007f]/;

export class Router<Route> {
  /** Null: all callers get the error envelope. */
  errorPage: ErrorPage | null = null;
  /** Work that a first request would wait for, in pieces: schemas to compile, documents to render. */
  readonly warmUps: (() => void)[] = [];
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
        at = wordOf(at, segment, 0, segment.length) ?? addWord(at, segment);
      }
    }
    if (at.methods.has(method)) throw new Error(`${method} ${path} is declared twice.`);
    if (this.mountAt(path)) throw new Error(`${path} lies below a mounted handler.`);
    at.methods.set(method, { route, names, isRefusal });
  }

  /** Mounts a foreign handler on a path, all paths below it and all methods. */
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

  /** HEAD matches wherever GET does. */
  find(method: string, path: string): RouteMatch<Route> {
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
        throw unknownPathError(path);
      }
    }
    if (at.methods.size === 0) throw unknownPathError(path);
    const match = at.methods.get(method === 'HEAD' ? 'GET' : method);
    if (!match) throw notAllowed(method, methodsAt(at));
    const params: Record<string, string> = {};
    for (let i = 0; i < values.length; i++) params[match.names[i] ?? ''] = values[i] ?? '';
    return { route: match.route, params };
  }

  #hasRoutesAt(prefix: string): boolean {
    let at: Node<Route> | null | undefined = this.#root;
    for (const segment of prefix.slice(1).split('/')) at = at && wordOf(at, segment, 0, segment.length);
    return at !== null;
  }

  /** The methods of a path, for OPTIONS; empty for an unknown path. */
  methods(path: string): string[] {
    let at: Node<Route> | null | undefined = this.#root;
    for (const segment of path.slice(1).split('/'))
      at = at && (wordOf(at, segment, 0, segment.length) ?? (segment === '' ? null : at.parameter));
    return at ? withImpliedMethods(methodsAt(at)) : [];
  }
}

const methodsAt = <Route>({ methods }: Node<Route>): string[] =>
  [...methods].flatMap(([method, { isRefusal }]) => (isRefusal ? [] : method));

/** The node of a fixed word between two positions of a path; null without one. */
function wordOf<Route>({ words }: Node<Route>, path: string, start: number, end: number): Node<Route> | null {
  for (const { word, node } of words) if (word.length === end - start && path.startsWith(word, start)) return node;
  return null;
}

function addWord<Route>(at: Node<Route>, word: string): Node<Route> {
  const child = node<Route>();
  at.words.push({ word, node: child });
  return child;
}

/** The declared methods with HEAD and OPTIONS. */
const withImpliedMethods = (methods: string[]): string[] =>
  methods.length === 0 ? [] : [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];

const unknownPathError = (path: string): ApiError =>
  new ApiError('ROUTE_NOT_FOUND', messages.http.noPath({ path: shortened(path) }));

export function notAllowed(method: string, methods: string[]): ApiError {
  const allow = withImpliedMethods(methods).join(', ');
  return new ApiError('METHOD_NOT_ALLOWED', messages.http.otherMethod({ allow, method }), { headers: { allow } });
}

const shortened = (path: string): string => (path.length > 100 ? `${path.slice(0, 100)}…` : path);

/** Runs after admission: a caller without a key learns only that. */
export function decodeParams(params: Record<string, string>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const name in params) decoded[name] = decode(name, params[name] ?? '');
  return decoded;
}

function decode(name: string, segment: string): string {
  const bad = (problem: Message): ApiError =>
    new ApiError('INVALID_PARAMETER', messages.operations.path({ name, problem }), {
      details: [{ in: 'path', name, problem }],
    });
  let value: string;
  try {
    value = segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    throw bad(messages.wrong.encoding());
  }
  if (CONTROL.test(value)) throw bad(messages.wire.control());
  return value;
}
