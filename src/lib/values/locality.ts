/** Towns and villages: their common name, and a slug that all spellings share. */
import { clean, fold, slug } from './text.ts';

/** The kind of locality before its name. */
const KIND =
  /^(?:municipiul |municipiu |mun\.? |orasul |oras |ors\.? |or\. |comuna |com\.? |satul |sat\.? |localitatea |loc\.? )(?=.)/;
/** The commune or town after the name of a village. */
const BELONGS_TO = /,? (?:municipiul|mun\.?|orasul|oras|ors\.?|or\.|comuna|com\.?|jud\.?|judetul) /;
const SECTOR =
  /^(?:(?:mun\.? |municipiul )?bucuresti,? )?sect(?:\.|or|orul)? ([1-6])(?:,? (?:mun\.? |municipiul )?bucuresti)?$/;

/**
 * The name of a locality without its kind: `'Mun. Cluj-Napoca'` → `'Cluj-Napoca'`, `'Sat Florești Com. Florești'` →
 * `'Florești'`. Sectors of the capital in the trade registry's spelling: `'Sector 1 Mun. București'` → `'București Sectorul 1'`.
 */
export function townName(text: string): string {
  const name = clean(text) ?? '';
  // Offsets in the folded text apply to the name only if both have the same length.
  const folded = fold(name);
  const sector = SECTOR.exec(folded)?.[1];
  if (sector !== undefined) return `București Sectorul ${sector}`;
  const kind = KIND.exec(folded)?.[0].length ?? 0;
  if (kind === 0 || folded.length !== name.length) return name;
  const end = BELONGS_TO.exec(folded.slice(kind))?.index;
  return name.slice(kind, end === undefined ? undefined : kind + end);
}

export const townNameOrNull = (text: string | null): string | null => (text === null ? null : townName(text));

const SLUG_KIND = /^(?:municipiul|mun|orasul|oras|ors|comuna|com|satul|sat|localitatea|loc)-(?=.)/;
const SLUG_SECTOR = /^(?:bucuresti-)?sect(?:or|orul)?-([1-6])$/;

/** `'Municipiul Cluj-Napoca'` → `'cluj-napoca'`; `'București Sectorul 2'`, `'Mun. București, Sect. 2'`, `'Sector 2 Mun. București'` → `'sector-2'`. */
export function localitySlug(text: string): string {
  const bare = slug(townName(text)).replace(SLUG_KIND, '');
  const sector = SLUG_SECTOR.exec(bare)?.[1];
  return sector === undefined ? bare : `sector-${sector}`;
}
