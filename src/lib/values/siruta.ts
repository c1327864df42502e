/** SIRUTA codes of towns and villages, found by county and name: no source that we read gives them. */
import { counties, findCounty } from './county.ts';
import { localitySlug } from './locality.ts';
import { readReference } from './reference-tables.ts';
import { slug } from './text.ts';

/** Some 100 bytes each; a country has about as many places. */
const KEPT_MAX = 20_000;
const known = new Map<string, string | null>();

/**
 * Of a town, a commune or a sector of the capital its own code, of a village the village's. Null when the county has no such
 * place, or several and the text does not say in which commune it lies.
 */
export function sirutaOf(county: string | null, locality: string | null): string | null {
  if (county === null || locality === null) return null;
  const key = `${county}\n${locality}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= KEPT_MAX) known.clear();
  const found = find(findCounty(county)?.slug, locality);
  known.set(key, found);
  return found;
}

interface Places {
  /** `alba/aiud` → code of the town or commune. */
  communes: Map<string, string>;
  /** `alba/garbova` → codes of the villages of that name, each with its commune's. */
  villages: Map<string, { siruta: string; commune: string }[]>;
}

let places: Places | undefined;

function find(county: string | undefined, locality: string): string | null {
  if (county === undefined) return null;
  // Read by the first question: a start should not wait for it.
  places ??= readPlaces();
  const { communes, villages } = places;
  const { name, commune, isVillage, isCommune } = partsOf(locality);
  const named = villages.get(`${county}/${name}`) ?? [];
  if (commune !== null) {
    const within = communes.get(`${county}/${commune}`);
    return named.find((village) => village.commune === within)?.siruta ?? null;
  }
  const own = communes.get(`${county}/${name}`);
  // A commune is called as its main village, and a village elsewhere in the county may be called so too.
  if (own !== undefined && !isVillage)
    return isCommune || named.every((village) => village.commune === own) ? own : null;
  return named.length === 1 ? (named[0]?.siruta ?? null) : null;
}

interface Parts {
  name: string;
  /** The one that the village is said to lie in. */
  commune: string | null;
  isVillage: boolean;
  isCommune: boolean;
}

/** `Sat Lerești Com. Lerești` names a village and where it lies; `Mun. Iași`, `Com. Lerești`, `Sector 6 Mun. București` name one place. */
function partsOf(locality: string): Parts {
  const text = slug(locality);
  const isVillage = /^(?:sat|satul)-/.test(text);
  for (const joint of ['-com-', '-comuna-', '-oras-', '-ors-', '-mun-']) {
    const at = text.lastIndexOf(joint);
    if (at > 0 && isVillage)
      return {
        name: localitySlug(text.slice(0, at)),
        commune: text.slice(at + joint.length),
        isVillage,
        isCommune: false,
      };
  }
  const isCommune = /^(?:com|comuna|oras|orasul|ors|mun|municipiul)-/.test(text);
  return { name: localitySlug(locality), commune: null, isVillage, isCommune };
}

function readPlaces(): Places {
  const bySign = new Map(counties.map(({ plate, slug: name }) => [plate, name]));
  const communes = new Map<string, string>();
  for (const row of readReference<'siruta' | 'slug' | 'county'>('localities.tsv'))
    communes.set(`${bySign.get(row.county)}/${row.slug}`, row.siruta);
  const villages: Places['villages'] = new Map();
  for (const row of readReference<'siruta' | 'name' | 'uat_siruta' | 'county'>('villages.tsv'))
    villages
      .getOrInsert(`${bySign.get(row.county)}/${slug(row.name)}`, [])
      .push({ siruta: row.siruta, commune: row.uat_siruta });
  return { communes, villages };
}
