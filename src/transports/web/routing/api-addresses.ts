/** Redirects of API addresses that a browser without a session opens: to the page with the same content. */

import type { Operation } from '#api/endpoint.ts';
import { languageOf } from '#transports/http/negotiate.ts';
import type { Request } from '#transports/http/request.ts';
import type { RoutedPage } from './page.ts';

/** The page for an opened operation address; null without a page, or for a program. */
export type PageAddressOf = (operation: string, request: Request) => string | null;

export function pageAddresses(pages: readonly RoutedPage[], operations: readonly Operation[]): PageAddressOf {
  const pathOf = new Map(operations.map(({ id, declaration }) => [id, declaration.path]));
  const paths = new Map<string, PagePath>();
  for (const { operations: of = [], path } of pages)
    for (const operation of of) {
      const existing = paths.get(operation);
      // The most specific of several pages: a company's contracts, before the company.
      if (existing && depthOf(existing.path.ro) >= depthOf(path.ro)) continue;
      paths.set(operation, { path, names: namesIn(pathOf.get(operation) ?? '') });
    }
  return (operation, request) => {
    const path = paths.get(operation);
    return path && isNavigation(request) ? addressOf(path, request) : null;
  };
}

interface PagePath {
  path: RoutedPage['path'];
  /** Parameters in the operation's path, in order. */
  names: readonly string[];
}

/**
 * Whether the request loads a document into a tab. Browsers send the fetch metadata over TLS and from the machine itself; elsewhere only
 * the Accept header distinguishes it.
 */
const isNavigation = (request: Request): boolean =>
  request.method === 'GET' &&
  (request.header('accept') ?? '').includes('text/html') &&
  (request.header('sec-fetch-mode') ?? 'navigate') === 'navigate' &&
  (request.header('sec-fetch-dest') ?? 'document') === 'document';

/**
 * Path parameters match by name, else by position: `judet` of the operation is `county` of the page. Values stay as sent. Null where the
 * page has a parameter that the operation lacks.
 */
function addressOf({ path, names }: PagePath, request: Request): string | null {
  const language = languageOf(request.query, request.header('accept-language'), 'ro');
  const pattern = path[language];
  const own = namesIn(pattern);
  const values = own.map((name, i) => request.params[name] ?? request.params[names[i] ?? '']);
  if (values.includes(undefined)) return null;
  const filled = pattern.replace(/\{([a-z]+)\}/gi, (_, name: string) => values[own.indexOf(name)] ?? '');
  // The page's own address determines its language.
  const query = new URLSearchParams(request.query);
  query.delete('lang');
  return query.size === 0 ? filled : `${filled}?${query}`;
}

const depthOf = (path: string): number => path.split('/').length;

const namesIn = (path: string): string[] => [...path.matchAll(/\{([a-z]+)\}/gi)].map(([, name = '']) => name);
