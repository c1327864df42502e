/**
 * People, computed over officers, shareholders and the order of firms: each person once, ranked, with the firms in which they have a role.
 * Companies that act as officers or hold shares are not people. A person removed from every firm is not in the list.
 */

import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import { flag, integer, type Row, table, text } from '#data/store/table.ts';
import { wordIndexCount, wordIndexFill, wordIndexFinish, wordIndexTable } from '#data/store/word-index.ts';
import {
  CROWD_MAX,
  formerRoleIndex,
  PERSON_WORDS,
  peopleIndexes,
  peopleTables,
  person,
  personFirm,
} from '#domain/people/tables.ts';
import { isTying } from '#lib/values/officer-roles.ts';
import { words } from '#lib/values/text.ts';

/** Requires the registry, the history and the listing beside the part. Returns the number of people. */
export async function loadPeople(part: PartBuild, loaded: { shareholders: boolean }): Promise<number> {
  const { engine } = part.db;
  await part.execute(peopleTables + wordIndexTable(engine, PERSON_WORDS));
  const from = { ...loaded, offices: await officesRead(part.db) };
  await part.stage(link);
  await part.execute(links(engine, from));
  const persons = await loadPersons(part);
  await part.unstage(link);
  await part.execute(
    peopleIndexes +
      wordIndexFill(engine, PERSON_WORDS, { table: 'person', id: 'rank', words: 'bare' }) +
      wordIndexFinish(engine, PERSON_WORDS) +
      wordIndexCount(engine, PERSON_WORDS, 'person_word'),
  );
  await part.execute(firmsOfCompanies(from) + formerRoles + formerRoleIndex + crowdedAddresses);
  return persons;
}

interface From {
  shareholders: boolean;
  /** SQL of 0 or 1: whether the title of the officer `o` ties companies (lib/values/officer-roles.ts). */
  offices: string;
}

async function officesRead(db: Database): Promise<string> {
  const titles = await db.all<{ title: string }>('select distinct title from officer where title is not null');
  const apart = titles.flatMap(({ title }) => (isTying(title) ? [] : [`'${title.replaceAll("'", "''")}'`])).sort();
  return apart.length === 0 ? '1' : `case when o.title in (${apart.join(', ')}) then 0 else 1 end`;
}

/**
 * A person in a firm, by its rank. `named`: the sort key of the name, a tab, and the name: of several spellings the last. `ties`: roles
 * that tie. `twice`: 1 when registry and shareholders name the person.
 */
const link = table(
  'person_link',
  {
    person_id: text().bytewise().notNull(),
    firm: integer().notNull(),
    named: text().bytewise().notNull(),
    ties: integer().notNull(),
    twice: flag().notNull(),
  },
  { primaryKey: ['person_id', 'firm'], clustered: true },
);

/** Where a fiscal code has several registrations, a share belongs to the first one of the listing. */
const FIRST_LISTED = '(select min(l.rank) from listing l where l.cui = s.cui)';

const links = (engine: Database['engine'], { shareholders, offices }: From): string => `
insert into person_link (person_id, firm, named, ties, twice)
select person_id, firm, max(named ${bytewise[engine]}), sum(ties), case when min(source) < max(source) then 1 else 0 end from (
  select o.person_id, l.rank as firm, o.sort_key || '\t' || o.name as named, 0 as source, ${offices} as ties
  from officer o join listing l on l.firm_id = o.firm_id where o.kind = 'person'
  ${
    shareholders
      ? `union all
  select s.person_id, ${FIRST_LISTED} as firm, s.sort_key || '\t' || s.name as named, 1 as source, 1 as ties
  from shareholder s where s.kind = 'person'`
      : ''
  }) role where firm is not null group by person_id, firm;`;

interface PersonLine {
  id: string;
  named: string;
  companies: number;
  run: number;
  active: number;
  /** Ranks, each with the number of roles that tie: `12:1,40:0`. */
  firms: string;
  twice: number;
}

/** The people with most operating firms first, then by name in the Romanian order. `operating`: the last rank of an operating firm. */
const personsInOrder = (engine: Database['engine'], operating: number): string => `
select * from (
  select person_id as id, max(named ${bytewise[engine]}) as named, count(*) as companies, sum(case when ties > 0 then 1 else 0 end) as run,
    sum(case when ties > 0 and firm <= ${operating} then 1 else 0 end) as active, string_agg(firm || ':' || ties, ',') as firms, max(twice) as twice
  from person_link group by person_id
) persons order by active desc, run desc, companies desc, named ${bytewise[engine]}, id ${bytewise[engine]}`;

/** Rows in memory at a time. */
const PAGE_ROWS = 2_000;

async function loadPersons(part: PartBuild): Promise<number> {
  const { operating, countyOf } = await listedFirms(part.db);
  let rank = 0;
  let persons: Row<typeof person>[] = [];
  let firms: Row<typeof personFirm>[] = [];
  const flush = async (): Promise<void> => {
    await part.load(person, persons);
    await part.load(personFirm, firms);
    persons = [];
    firms = [];
  };
  for await (const line of part.db.stream<PersonLine>(personsInOrder(part.db.engine, operating))) {
    rank++;
    const { id, companies, run, active } = line;
    const name = line.named.slice(line.named.indexOf('\t') + 1);
    const bare = words(name).toSorted().join(' ');
    const counties: string[] = [];
    for (const [firm, ties] of firmsOf(line.firms)) {
      firms.push({ person: rank, firm, ties: ties > 0 ? 1 : 0 });
      const county = countyOf(firm);
      if (county !== null) for (let i = 0; i < ties; i++) counties.push(county);
    }
    persons.push({
      rank,
      id,
      name,
      bare,
      companies,
      run,
      active,
      counties: mostFirst(counties).join(','),
      tied: line.twice,
    });
    if (persons.length === PAGE_ROWS) await flush();
  }
  await flush();
  return rank;
}

/** The last rank of an operating firm, and the county of each rank: a byte each. */
async function listedFirms(db: Database): Promise<{ operating: number; countyOf(rank: number): string | null }> {
  const last = await db.one<{ last: number | null }>('select max(rank) as last from listing');
  const slugs: (string | null)[] = [];
  const numbers = new Map<string | null, number>();
  const byRank = new Uint8Array((last?.last ?? 0) + 1);
  let operating = 0;
  for (let after = 0; after < byRank.length - 1; after += PAGE_ROWS) {
    const page = await db.all<{ rank: number; active: number | null; county_slug: string | null }>(
      'select rank, active, county_slug from listing where rank > $1 and rank <= $2',
      [after, after + PAGE_ROWS],
    );
    for (const { rank, active, county_slug } of page) {
      byRank[rank] = numbers.getOrInsertComputed(county_slug, () => slugs.push(county_slug) - 1);
      if (active === 1) operating = Math.max(operating, rank);
    }
  }
  return { operating, countyOf: (rank) => slugs[byRank[rank] ?? 0] ?? null };
}

/** In the order of rank. */
const firmsOf = (text: string): [firm: number, ties: number][] =>
  text
    .split(',')
    .map((each): [number, number] => {
      const colon = each.indexOf(':');
      return [Number(each.slice(0, colon)), Number(each.slice(colon + 1))];
    })
    .sort(([a], [b]) => a - b);

function mostFirst(values: readonly string[]): string[] {
  if (values.length < 2) return [...values];
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value);
}

/** A corporate officer ties firms by its fiscal code only: a name that no firm or several firms have identifies no company. */
const firmsOfCompanies = ({ shareholders, offices }: From): string => `
insert into company_firm (company, firm, ties)
select company, firm, max(ties) from (
  select cast(o.cui as text) as company, l.rank as firm, ${offices} as ties from officer o join listing l on l.firm_id = o.firm_id where o.cui is not null
  ${
    shareholders
      ? `union all
  select coalesce(cast(s.holder_cui as text), s.person_id) as company, ${FIRST_LISTED} as firm, 1 as ties
  from shareholder s where s.kind = 'company'`
      : ''
  }) role where firm is not null group by 1, 2 order by 1, 2;`;

/** Officers that a newer snapshot lacks, unless they have returned under the same title. */
const formerRoles = `
insert into former_role (person, firm, title, until)
select p.rank, l.rank, e.title, max(e.day) from firm_event e
join person p on p.id = e.person_id
join listing l on l.registration_number = e.registration_number
where e.kind = 'officerRemoved' and not exists (
  select 1 from officer o where o.person_id = e.person_id and o.firm_id = l.firm_id and o.title is not distinct from e.title)
group by p.rank, l.rank, e.title;`;

/** The first firms of addresses with more firms than an answer lists. */
const crowdedAddresses = `
insert into crowded_address (address_key, firm)
select address_key, rank from (
  select f.address_key, l.rank, row_number() over (partition by f.address_key order by l.rank) as position
  from firm f join listing l on l.firm_id = f.id
  where f.address_key in (
    select address_key from firm where address_key is not null group by address_key having count(*) > ${CROWD_MAX})
) crowd where position <= ${CROWD_MAX + 1};`;
