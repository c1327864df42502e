/** What an answer's meta says about the parts of the dataset it came from. */

import type { Dataset, Part } from '#data/store/dataset.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { demoUrn } from './demo-urn.ts';
import type { Provenance } from './endpoint.ts';
import { parts as named, said } from './sentences.ts';

export interface PartProvenance {
  sources: Provenance[];
  stale: boolean;
  warnings: Sentence[];
}

/** What a live source adds to the `meta` of a list: itself, where it has a part in the rows, and what it told since they were made. */
export interface LiveMeta {
  sources: Provenance[];
  warnings: Sentence[];
}

const kept = new WeakMap<Dataset, Map<string, PartProvenance>>();

/** PartProvenance of the named parts, as far as they are loaded; the same for every answer of a generation, so made once. */
export function provenanceOf(dataset: Dataset, ...parts: string[]): PartProvenance {
  const key = parts.join(' ');
  const known = kept.getOrInsertComputed(dataset, () => new Map<string, PartProvenance>());
  return known.getOrInsertComputed(key, () => make(dataset, parts));
}

/** Parts whose names say nothing to callers. */
const COVERS: Readonly<Record<string, string>> = { recent: 'recentProcurement' };

function make({ manifest }: Dataset, names: string[]): PartProvenance {
  const parts = manifest.parts.filter((part) => names.includes(part.name));
  const stale = parts.filter((part) => part.stale !== null);
  return {
    sources: parts.map((part) => ({
      name: part.source,
      covers: [COVERS[part.name] ?? part.name],
      asOf: part.asOf,
      fetchedAt: part.loadedAt,
      licence: part.licence,
      url: manifest.country === 'demo' ? demoUrn(part.name, part.asOf) : (part.url ?? null),
    })),
    stale: stale.length > 0,
    warnings: [
      ...stale.map(({ name, asOf }) =>
        asOf === null
          ? said.partStaleUndated({ part: partNamed(name) })
          : said.partStale({ part: partNamed(name), asOf }),
      ),
      ...parts.filter(isUndated).map(({ name }) => said.partUndated({ part: partNamed(name) })),
    ],
  };
}

/** Nothing tells the day that it covers; what we compute has the days of what it is made of. */
const isUndated = ({ asOf, source, stale }: Part): boolean => asOf === null && source !== 'computed' && stale === null;

/** The stamps of a source that was asked just now, with how it was silent if it was. */
export const liveProvenance = (stamps: readonly Provenance[], outcome: string): Provenance[] =>
  outcome === 'unavailable' || outcome === 'pending'
    ? stamps.map((stamp) => ({ ...stamp, state: outcome === 'pending' ? 'pending' : 'unreachable' }))
    : [...stamps];

/** Names of the parts that this generation does not have. */
export const missingParts = ({ manifest }: Dataset, ...names: string[]): string[] =>
  names.filter((name) => !manifest.parts.some((part) => part.name === name));

/** Those of them that this generation does not have yet, because it is published while they are being made. */
export const awaited = ({ manifest: { awaits = [] } }: Dataset, ...names: string[]): string[] =>
  names.filter((name) => awaits.includes(name));

export const isLoaded = (dataset: Dataset, name: string): boolean => missingParts(dataset, name).length === 0;

/** A manifest may name a part that this version does not know. */
const partNamed = (name: string): Sentence | string =>
  Object.hasOwn(named, name) ? named[name as keyof typeof named]() : name;
