/** What declarations say in English, in the reader's language: `reference/romanian/` has every sentence of theirs beside its translation. */
import { readdirSync, readFileSync } from 'node:fs';
import { deprecationOf } from '#api/deprecation.ts';
import type { Language } from '#lib/i18n/message.ts';
import { projectFile } from '#lib/paths.ts';
import { leavingWords } from './phrases.ts';

const FOLDER = projectFile('reference/romanian/');

/** By the English. Read when a page is first made in Romanian. */
let romanian: ReadonlyMap<string, string> | undefined;

export function romanianTexts(): ReadonlyMap<string, string> {
  romanian ??= new Map(readdirSync(FOLDER).sort().flatMap(pairsIn));
  return romanian;
}

function pairsIn(name: string): [english: string, romanian: string][] {
  const [, ...lines] = readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [english = '', text = ''] = line.split('\t');
    return [english, text];
  });
}

/** A sentence that nobody translated yet stays as it is: the tests name it. */
export const inWords = (text: string, language: Language): string =>
  language === 'en' ? text : (romanianTexts().get(text) ?? text);

/** What a parameter or field means, and that it goes. */
export function meaningOf(shape: { description?: string }, language: Language): string {
  const said = inWords(shape.description ?? '', language);
  const leaving = deprecationOf(shape);
  return leaving ? `${leavingWords(leaving, language)} ${said}`.trimEnd() : said;
}
