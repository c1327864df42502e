/** Tells a program that what it asks for is on its way out: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links to read on. */

import type { DeprecatedItem } from '#api/deprecation.ts';
import { deprecationId } from '#api/deprecation.ts';
import type { Day } from '#lib/values/date.ts';
import { httpDateOf } from '#lib/values/instant.ts';

interface Asked {
  operation: string;
  query: string;
  /** As they stand in the address. */
  params: Readonly<Record<string, string>>;
}

/** Null where nothing that was asked for goes: a query parameter counts for those who send it. */
export function deprecationHeaders(all: readonly DeprecatedItem[], asked: Asked): Record<string, string> | null {
  const sent = new URLSearchParams(asked.query);
  const met = all.filter(({ kind, place, name }) => kind !== 'parameter' || place !== 'query' || sent.has(name));
  if (met.length === 0) return null;
  return {
    deprecation: `@${instant(first(met.map(({ since }) => since))).getTime() / 1000}`,
    sunset: httpDateOf(instant(first(met.map(({ sunset }) => sunset))).toISOString()),
    link: met.flatMap((one) => links(one, asked)).join(', '),
  };
}

function links(one: DeprecatedItem, { operation, params }: Asked): string[] {
  const { kind, instead } = one;
  const about = `</changelog#${deprecationId(operation, one)}>; rel="deprecation"; type="text/html"`;
  if (kind !== 'operation' || !instead?.startsWith('/')) return [about];
  const successor = instead.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return [about, `<${successor}>; rel="successor-version"`];
}

const first = (days: readonly Day[]): Day => days.toSorted()[0] ?? '';

const instant = (day: Day): Date => new Date(`${day}T00:00:00Z`);
