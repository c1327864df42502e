/**
 * What stands in place of an address in the demo. Nobody published its invented data: an address of the state beside it would be a
 * lie, and none at all would not show callers where addresses stand. A name by RFC 8141 leads nowhere and says whose it is.
 */
export const demoUrn = (thing: string, day: string | null = null): string =>
  `urn:firmoteca:demo:${thing}${day === null ? '' : `/${day}`}`;
