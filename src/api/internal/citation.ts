/**
 * The line that can be pasted where an answer is cited: what it is, its sources with their days, our address and the day of reading.
 * Every success carries one, so its words are looked up once and only put together here: half a microsecond.
 */

import { around, sourcesCited, thingsCited } from '#api/citations/sentences.ts';
import type { AnyEndpoint, Call, Provenance } from '#api/endpoint.ts';
import type { Input } from '#api/input.ts';
import { type Language, type Sentence, say } from '#lib/i18n/sentence.ts';
import { bucharestDay } from '#lib/values/date.ts';

export type Cite = (input: Input, sources: readonly Provenance[], call: Call) => string;

export function citationOf(id: string, declaration: AnyEndpoint): Cite {
  const thing: (() => Sentence) | undefined = (thingsCited as Record<string, () => Sentence>)[id];
  const whatIn = inBoth((language) => (thing ? say(thing(), language) : declaration.title));
  const named = Object.keys(declaration.params?.properties ?? {});
  return ({ values, sent }, sources, call) => {
    const { language } = call;
    let what = whatIn[language];
    for (let i = 0; i < named.length; i++) what += `${i === 0 ? ': ' : ', '}${values[named[i] as string]}`;
    const address = call.address ?? addressOf(declaration, values, sent);
    return `${what}.${sourcesOf(sources, language)} Firmoteca, ${address}${endIn(call)}`;
  };
}

const inBoth = <Value>(make: (language: Language) => Value): Record<Language, Value> => ({
  en: make('en'),
  ro: make('ro'),
});

const wordsIn = inBoth((language) => ({
  one: ` ${say(around.oneSource(), language)} `,
  several: ` ${say(around.severalSources(), language)} `,
  readOn: `, ${say(around.readOn(), language)} `,
  invented: ` ${say(around.invented(), language)}`,
  sources: new Map(Object.entries(sourcesCited).map(([thing, name]) => [thing, say(name(), language)])),
}));

function sourcesOf(sources: readonly Provenance[], language: Language): string {
  const words = wordsIn[language];
  let text = '';
  let count = 0;
  for (let i = 0; i < sources.length; i++) {
    const { name, covers, asOf, state } = sources[i] as Provenance;
    // Who never told anything is no source.
    if (asOf === null && state !== undefined) continue;
    const [thing = name] = covers;
    text += `${count++ === 0 ? '' : '; '}${words.sources.get(thing) ?? name}`;
    if (asOf !== null) text += ` (${spelled(asOf, language)})`;
  }
  return count === 0 ? '' : `${count === 1 ? words.one : words.several}${text}.`;
}

/** As people write days: `2026-11-15`, `15.11.2026`. */
const spelled = (day: string, language: Language): string =>
  language === 'en' ? day : `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;

/** Days begin on the hour everywhere: within a quarter of one the line ends alike. */
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

/** Of an answer that nobody asked for by an address: where it could be asked for. */
function addressOf({ path }: AnyEndpoint, values: Input['values'], sent: Input['sent']): string {
  const query = new URLSearchParams(sent.map((name) => [name, String(values[name])])).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  return query === '' ? filled : `${filled}?${query}`;
}
