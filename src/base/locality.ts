/** Towns and villages, compared by a slug that every way of writing them shares. */
import { slug } from './text.ts';

const KIND = /^(?:municipiul|mun|orasul|oras|ors|comuna|com|satul|sat|localitatea|loc)-(?=.)/;
const VILLAGE = /^sat(?:ul)?-/;
const WITHIN = /-(?:com|comuna)-/;
const SECTOR = /^(?:bucuresti-)?sect(?:or|orul)?-([1-6])(?:-(?:mun-|municipiul-)?bucuresti)?$/;

/** `'Municipiul Cluj-Napoca'` → `'cluj-napoca'`; `'București Sectorul 2'`, `'Mun. București, Sect. 2'`, `'Sector 2 Mun. București'` → `'sector-2'`. */
export function localitySlug(text: string): string {
  const whole = slug(text);
  // `Sat Dudu Com. Chiajna`: the village, not the commune it lies in.
  const bare = (VILLAGE.test(whole) ? (whole.split(WITHIN)[0] ?? whole) : whole).replace(KIND, '');
  const sector = SECTOR.exec(bare)?.[1];
  return sector === undefined ? bare : `sector-${sector}`;
}
