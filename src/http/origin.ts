/** Where a request was sent to, when the settings do not say how callers reach us. */
import type { Request } from './request.ts';

export const originOf = (request: Request): string => {
  const host = request.header('host') ?? '';
  return `http://${/^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? host : 'localhost'}`;
};
