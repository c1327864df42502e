/** The addresses of the connector that a token can be for, and what can be allowed there. */
import { FIRST_SCOPES, SCOPES, type Scope } from './scopes.ts';

export interface AppPlace {
  /** Below the address of the service. */
  path: string;
  scopes: readonly Scope[];
}

/** Everything; and, for public directories, the data alone. Who names none means the first. */
export const APP_PLACES: readonly [AppPlace, ...AppPlace[]] = [
  { path: '/mcp', scopes: SCOPES },
  { path: '/mcp/data', scopes: FIRST_SCOPES },
];

/** Null for an address that is none of ours. */
export const placeAt = (issuer: string, resource: string): AppPlace | null =>
  APP_PLACES.find(({ path }) => resource === `${issuer}${path}`) ?? null;
