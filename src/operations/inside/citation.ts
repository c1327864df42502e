/**
 * The line that can be pasted where an answer is cited: what it is, its sources with their days, our address and the day of reading.
 * Every success carries one, so it costs a look-up of words and no more.
 */
import { bucharestDay } from '#base/date.ts';
import { from, line, sourcesCited, thingsCited } from '#operations/cited-things.ts';
import type { AnyEndpoint, Call, SourceStamp } from '#operations/endpoint.ts';
import type { Input } from '#operations/input.ts';
import { type Language, say } from '#sentences/sentence.ts';

export type Cite = (input: Input, sources: readonly SourceStamp[], call: Call) => string;

export function citationOf(id: string, declaration: AnyEndpoint): Cite {
  const thing = id in thingsCited ? thingsCited[id as keyof typeof thingsCited]() : null;
  const named = Object.keys(declaration.params?.properties ?? {});
  const whatIn = { en: wordsIn('en'), ro: wordsIn('ro') };
  return ({ values, sent }, sources, call) => {
    const { language, dataset } = call;
    let what = whatIn[language];
    for (const [i, name] of named.entries()) what += `${i === 0 ? ': ' : ', '}${values[name]}`;
    const cited = {
      what,
      sources: sourcesOf(sources, language),
      address: call.address ?? addressOf(declaration, values, sent),
      day: spelled(today(call.now), language),
    };
    return say(dataset.manifest.country === 'demo' ? line.demo(cited) : line.real(cited), language);
  };

  function wordsIn(language: Language): string {
    return thing === null ? declaration.title : say(thing, language);
  }
}

function sourcesOf(sources: readonly SourceStamp[], language: Language): string {
  let text = '';
  let count = 0;
  for (const source of sources) {
    // Who never told anything is no source.
    if (source.asOf === null && source.state !== undefined) continue;
    text += `${count++ === 0 ? '' : '; '}${wordsOf(source, language)}`;
  }
  return count === 0 ? '' : `${say(count === 1 ? from.one() : from.several(), language)}${text}.`;
}

function wordsOf({ name, covers, asOf }: SourceStamp, language: Language): string {
  let words = '';
  for (const [i, thing] of covers.entries()) words += `${i === 0 ? '' : ', '}${nameOf(thing, language)}`;
  return asOf === null ? words || name : `${words || name} (${spelled(asOf, language)})`;
}

const nameOf = (thing: string, language: Language): string =>
  thing in sourcesCited ? say(sourcesCited[thing as keyof typeof sourcesCited](), language) : thing;

/** As people write days: `2026-11-15`, `15.11.2026`. */
const spelled = (day: string, language: Language): string =>
  language === 'en' ? day : day.split('-').reverse().join('.');

/** Days begin on the hour everywhere: within a quarter of one it stays the same. */
const QUARTER_MS = 900_000;
let last = { quarter: -1, day: '' };

function today(now: number): string {
  const quarter = Math.floor(now / QUARTER_MS);
  if (quarter !== last.quarter) last = { quarter, day: bucharestDay(now) };
  return last.day;
}

/** Of an answer that nobody asked for by an address: where it could be asked for. */
function addressOf({ path }: AnyEndpoint, values: Input['values'], sent: Input['sent']): string {
  const query = new URLSearchParams(sent.map((name) => [name, String(values[name])])).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  return query === '' ? filled : `${filled}?${query}`;
}
