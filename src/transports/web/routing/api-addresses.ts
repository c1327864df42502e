/** An address of the API that somebody opened in a browser which never was here: it leads to the page of the same thing. */

import type { Operation } from '#api/endpoint.ts';
import { languageOf } from '#transports/http/negotiate.ts';
import type { Request } from '#transports/http/request.ts';
import type { Page } from './page.ts';

/** Where a person is led who opened an operation's address; null where there is no page of it, or a program asks. */
export type PageAddressOf = (operation: string, request: Request) => string | null;

export function pageAddresses(pages: readonly Page[], operations: readonly Operation[]): PageAddressOf {
  const pathOf = new Map(operations.map(({ id, declaration }) => [id, declaration.path]));
  const places = new Map<string, PagePath>();
  for (const { operations: of = [], path } of pages)
    for (const operation of of) {
      const known = places.get(operation);
      // Of several pages the one that is about less: a company's contracts, before the company.
      if (known && depthOf(known.path.ro) >= depthOf(path.ro)) continue;
      places.set(operation, { path, names: namesIn(pathOf.get(operation) ?? '') });
    }
  return (operation, request) => {
    const place = places.get(operation);
    return place && isNavigation(request) ? addressOf(place, request) : null;
  };
}

interface PagePath {
  path: Page['path'];
  /** Parameters in the operation's path, in their order. */
  names: readonly string[];
}

/**
 * A page of its own in a tab: not a picture, a frame or a script's question. Browsers say so of what they fetch over TLS or from the
 * machine itself; elsewhere what they accept has to do.
 */
const isNavigation = (request: Request): boolean =>
  request.method === 'GET' &&
  (request.header('accept') ?? '').includes('text/html') &&
  (request.header('sec-fetch-mode') ?? 'navigate') === 'navigate' &&
  (request.header('sec-fetch-dest') ?? 'document') === 'document';

/**
 * Parameters of the path by their name, else by their place: `judet` of the one is `county` of the other. They stay as they were sent.
 * Null where the page needs one more than the operation has.
 */
function addressOf({ path, names }: PagePath, request: Request): string | null {
  const language = languageOf(request.query, request.header('accept-language'), 'ro');
  const wanted = path[language];
  const own = namesIn(wanted);
  const values = own.map((name, i) => request.params[name] ?? request.params[names[i] ?? '']);
  if (values.includes(undefined)) return null;
  const filled = wanted.replace(/\{([a-z]+)\}/gi, (_, name: string) => values[own.indexOf(name)] ?? '');
  // The address of the page says its language.
  const query = new URLSearchParams(request.query);
  query.delete('lang');
  return query.size === 0 ? filled : `${filled}?${query}`;
}

const depthOf = (path: string): number => path.split('/').length;

const namesIn = (path: string): string[] => [...path.matchAll(/\{([a-z]+)\}/gi)].map(([, name = '']) => name);
