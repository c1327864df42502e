/** SIRUTA codes of towns and villages by county and name: no source publishes the codes. */
import { counties, findCounty } from './county.ts';
import { localitySlug } from './locality.ts';
import { readReference } from './reference-tables.ts';
import { slug } from './text.ts';

/** Some 100 bytes each; the country has about as many localities. */
const CACHE_MAX = 20_000;
const cache = new Map<string, string | null>();

/**
 * The code of a town, commune, sector of the capital or village. Null when the county has no such locality, or several and the text
 * does not name the commune.
 */
export function sirutaOf(county: string | null, locality: string | null): string | null {
  if (county === null || locality === null) return null;
  const key = `${county}\n${locality}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (cache.size >= CACHE_MAX) cache.clear();
  const siruta = lookUp(findCounty(county)?.slug, locality);
  cache.set(key, siruta);
  return siruta;
}

interface Localities {
  /** `alba/aiud` → code of the town or commune. */
  communes: Map<string, string>;
  /** `alba/garbova` → codes of the villages of that name, each with its commune's. */
  villages: Map<string, { siruta: string; commune: string }[]>;
}

let localities: Localities | undefined;

function lookUp(county: string | undefined, locality: string): string | null {
  if (county === undefined) return null;
  // On first use: it would delay the start.
  localities ??= readLocalities();
  const { communes, villages } = localities;
  const { name, commune, isVillage, isCommune } = partsOf(locality);
  const named = villages.get(`${county}/${name}`) ?? [];
  if (commune !== null) {
    const within = communes.get(`${county}/${commune}`);
    return named.find((village) => village.commune === within)?.siruta ?? null;
  }
  const own = communes.get(`${county}/${name}`);
  // A commune has the name of its main village, and a village elsewhere in the county may have the same name.
  if (own !== undefined && !isVillage)
    return isCommune || named.every((village) => village.commune === own) ? own : null;
  return named.length === 1 ? (named[0]?.siruta ?? null) : null;
}

interface Parts {
  name: string;
  /** The commune of the village, if the text names it. */
  commune: string | null;
  isVillage: boolean;
  isCommune: boolean;
}

/** `Sat Lerești Com. Lerești` names a village and its commune; `Mun. Iași`, `Com. Lerești`, `Sector 6 Mun. București` name one locality. */
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

function readLocalities(): Localities {
  const countySlugs = new Map(counties.map(({ plate, slug: name }) => [plate, name]));
  const communes = new Map<string, string>();
  for (const row of readReference<'siruta' | 'slug' | 'county'>('localities.tsv'))
    communes.set(`${countySlugs.get(row.county)}/${row.slug}`, row.siruta);
  const villages: Localities['villages'] = new Map();
  for (const row of readReference<'siruta' | 'name' | 'uat_siruta' | 'county'>('villages.tsv'))
    villages
      .getOrInsert(`${countySlugs.get(row.county)}/${slug(row.name)}`, [])
      .push({ siruta: row.siruta, commune: row.uat_siruta });
  return { communes, villages };
}
