/** Towns and villages, compared by a slug that every way of writing them shares. */
import { slug } from './text.ts';

const KIND = /^(?:municipiul|mun|orasul|oras|ors|comuna|com|satul|sat|localitatea|loc)-(?=.)/;
const SECTOR = /^(?:bucuresti-)?sect(?:or|orul)?-([1-6])$/;

/** `'Municipiul Cluj-Napoca'` → `'cluj-napoca'`; `'București Sectorul 2'` and `'Mun. București, Sect. 2'` → `'sector-2'`. */
export function localitySlug(text: string): string {
  const bare = slug(text).replace(KIND, '');
  const sector = SECTOR.exec(bare)?.[1];
  return sector === undefined ? bare : `sector-${sector}`;
}
