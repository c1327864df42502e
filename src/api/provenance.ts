/** Sources of an answer: the provenance of dataset parts and live sources, and the citation line. */

import { type Dataset, hasHistory, hasProcurement, type Part } from '#data/store/dataset.ts';
import { inBoth, type Language, type Message, translate } from '#lib/i18n/message.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import type { AnyEndpoint, Call, Provenance } from './endpoint.ts';
import type { Input } from './input.ts';
import { coverOf, partPhrase } from './parts.ts';
import { citedSource } from './source-names.ts';

export interface PartProvenance {
  sources: Provenance[];
  stale: boolean;
  warnings: Message[];
}

/** What a live source adds to the `meta` of a list: its provenance where it contributes rows, and its warnings. */
export interface LiveMeta {
  sources: Provenance[];
  warnings: Message[];
}

const cache = new WeakMap<Dataset, Map<string, PartProvenance>>();

/** The provenance of the named parts that are loaded. Cached for each generation. */
export function provenanceOf(dataset: Dataset, ...parts: string[]): PartProvenance {
  const key = parts.join(' ');
  const provenances = cache.getOrInsertComputed(dataset, () => new Map<string, PartProvenance>());
  return provenances.getOrInsertComputed(key, () => readProvenance(dataset, parts));
}

function readProvenance({ manifest }: Dataset, names: string[]): PartProvenance {
  const parts = manifest.parts.filter((part) => names.includes(part.name));
  const stale = parts.filter((part) => part.stale !== null);
  return {
    sources: parts.map((part) => ({
      name: part.source,
      covers: [coverOf(part.name)],
      asOf: part.asOf,
      fetchedAt: part.loadedAt,
      licence: part.licence,
      url: manifest.country === 'demo' ? demoUrn(part.name, part.asOf) : (part.url ?? null),
    })),
    stale: stale.length > 0,
    warnings: [
      ...stale.map(({ name, asOf }) =>
        asOf === null
          ? messages.operations.partStaleUndated({ part: partPhrase(name) })
          : messages.operations.partStale({ part: partPhrase(name), asOf }),
      ),
      ...parts.filter(isUndated).map(({ name }) => messages.operations.partUndated({ part: partPhrase(name) })),
    ],
  };
}

/** The part has no date. Computed parts have the dates of their inputs. */
const isUndated = ({ asOf, source, stale }: Part): boolean => asOf === null && source !== 'computed' && stale === null;

/** The provenance of a source that was queried for this answer, marked when it did not answer. */
export const liveProvenance = (provenance: readonly Provenance[], outcome: string): Provenance[] =>
  outcome === 'unavailable' || outcome === 'pending'
    ? provenance.map((source) => ({ ...source, state: outcome === 'pending' ? 'pending' : 'unreachable' }))
    : [...provenance];

/** The named parts that this generation does not have; a history is had once two snapshots were compared. */
export const missingParts = ({ manifest }: Dataset, ...names: string[]): string[] =>
  names.filter(
    (name) =>
      !manifest.parts.some((part) => part.name === name) ||
      (name === 'history' && !hasHistory(manifest)) ||
      (name === 'procurement' && !hasProcurement(manifest)),
  );

/** The missing parts that are still awaited, because the generation was published before they were built. */
export const awaited = ({ manifest: { awaits = [] } }: Dataset, ...names: string[]): string[] =>
  names.filter((name) => awaits.includes(name));

export const isLoaded = (dataset: Dataset, name: string): boolean => missingParts(dataset, name).length === 0;

/**
 * The citation line: title, sources with their days, address and day of reading. Every success carries one, so the words are
 * prepared once and only joined here (half a microsecond).
 */

type Cite = (input: Input, sources: readonly Provenance[], call: Call) => string;

export function citationOf(id: string, declaration: AnyEndpoint): Cite {
  const thing: (() => Message) | undefined = (messages.citeThing as Record<string, () => Message>)[id];
  const whatIn = inBoth((language) => (thing ? translate(thing(), language) : declaration.title[language]));
  const named = Object.keys(declaration.params?.properties ?? {});
  return ({ values, sent }, sources, call) => {
    const { language } = call;
    let what = whatIn[language];
    for (let i = 0; i < named.length; i++) what += `${i === 0 ? ': ' : ', '}${values[named[i] as string]}`;
    const address = call.address ?? addressOf(declaration, values, sent);
    return `${what}.${sourcesOf(sources, language)} Firmoteca, ${address}${endIn(call)}`;
  };
}

const wordsIn = inBoth((language) => ({
  one: ` ${translate(messages.cite.oneSource(), language)} `,
  several: ` ${translate(messages.cite.severalSources(), language)} `,
  readOn: `, ${translate(messages.cite.readOn(), language)} `,
  invented: ` ${translate(messages.cite.invented(), language)}`,
}));

function sourcesOf(sources: readonly Provenance[], language: Language): string {
  const words = wordsIn[language];
  let text = '';
  let count = 0;
  for (let i = 0; i < sources.length; i++) {
    const { name, covers, asOf, state } = sources[i] as Provenance;
    // A source that never answered is not cited.
    if (asOf === null && state !== undefined) continue;
    const [thing = name] = covers;
    text += `${count++ === 0 ? '' : '; '}${citedSource(thing, language) ?? name}`;
    if (asOf !== null) text += ` (${spelled(asOf, language)})`;
  }
  return count === 0 ? '' : `${count === 1 ? words.one : words.several}${text}.`;
}

/** Days as people write them: `2026-11-15`, `15.11.2026`. */
const spelled = (day: string, language: Language): string =>
  language === 'en' ? day : `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;

/** Days begin on a quarter hour in every time zone, so the end of the line is cached for one. */
const QUARTER_MS = 900_000;
let last = { quarter: -1, real: inBoth(() => ''), demo: inBoth(() => '') };

function endIn({ now, language, dataset }: Call): string {
  const quarter = Math.floor(now / QUARTER_MS);
  if (quarter !== last.quarter) {
    const day = bucharestDay(now);
    const real = inBoth((each) => `${wordsIn[each].readOn}${spelled(day, each)}.`);
    last = { quarter, real, demo: inBoth((each) => `${real[each]}${wordsIn[each].invented}`) };
  }
  return dataset.manifest.country === 'demo' ? last.demo[language] : last.real[language];
}

/** The address at which the answer of an in-process call could be requested. */
function addressOf({ path }: AnyEndpoint, values: Input['values'], sent: Input['sent']): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  if (sent.length === 0) return filled;
  return `${filled}?${new URLSearchParams(sent.map((name) => [name, String(values[name])]))}`;
}

/**
 * The URN (RFC 8141) that replaces an address in the demo country: its data is invented, and an address of the state beside it
 * would be false.
 */
export const demoUrn = (thing: string, day: string | null = null): string =>
  `urn:firmoteca:demo:${thing}${day === null ? '' : `/${day}`}`;
