/**
 * People, computed over officers, shareholders and the order of firms: each person once, ranked, with the firms in which they have a role.
 * Companies that act as officers or hold shares are not people. A person removed from every firm is not in the list.
 */

import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import type { Row } from '#data/store/table.ts';
import { wordIndexFinish, wordIndexRows, wordIndexTable } from '#data/store/word-index.ts';
import {
  CROWD_MAX,
  formerRoleIndex,
  PERSON_WORDS,
  peopleIndexes,
  peopleTables,
  person,
  personWord,
} from '#domain/people/tables.ts';
import { isTying } from '#lib/values/officer-roles.ts';
import { words } from '#lib/values/text.ts';

/** Requires the registry, the history and the listing beside the part. Returns the number of people. */
export async function loadPeople(part: PartBuild, loaded: { shareholders: boolean }): Promise<number> {
  const { engine } = part.db;
  await part.execute(peopleTables + wordIndexTable(engine, PERSON_WORDS));
  const offices = await officesRead(part.db);
  const persons = await loadPersons(part, { ...loaded, offices });
  await part.execute(peopleIndexes(engine) + wordIndexFinish(engine, PERSON_WORDS));
  await part.execute(
    firmsOfPersons({ ...loaded, offices }) +
      firmsOfCompanies({ ...loaded, offices }) +
      formerRoles +
      formerRoleIndex +
      crowdedAddresses,
  );
  return persons;
}

interface Links {
  shareholders: boolean;
  /** SQL of 0 or 1: whether the title of the officer `o` ties companies (lib/values/officer-roles.ts). */
  offices: string;
}

async function officesRead(db: Database): Promise<string> {
  const titles = await db.all<{ title: string }>('select distinct title from officer where title is not null');
  const apart = titles.flatMap(({ title }) => (isTying(title) ? [] : [`'${title.replaceAll("'", "''")}'`])).sort();
  return apart.length === 0 ? '1' : `case when o.title in (${apart.join(', ')}) then 0 else 1 end`;
}

interface PersonLine {
  id: string;
  /** The sort key of a name, a tab, and the name: of several spellings the last. */
  named: string;
  companies: number;
  run: number;
  active: number;
  counties: string | null;
  twice: number;
}

const personWords = wordIndexRows(PERSON_WORDS);

/** Rows in memory at a time. */
const PAGE_ROWS = 2_000;

async function loadPersons(part: PartBuild, from: Links): Promise<number> {
  const vocabulary = new Map<string, number>();
  let rank = 0;
  let persons: Row<typeof person>[] = [];
  let indexed: Row<typeof personWords>[] = [];
  const flush = async (): Promise<void> => {
    await part.load(person, persons);
    await part.load(personWords, indexed);
    persons = [];
    indexed = [];
  };
  for await (const line of part.db.stream<PersonLine>(personsInOrder(part.db.engine, from))) {
    const name = line.named.slice(line.named.indexOf('\t') + 1);
    const ownWords = words(name).toSorted();
    const bare = ownWords.join(' ');
    const counties = mostFirst(line.counties?.split(',') ?? []).join(',');
    const { id, companies, run, active } = line;
    persons.push({ rank: ++rank, id, name, bare, companies, run, active, counties, tied: line.twice > 0 });
    if (bare !== '') indexed.push({ rowid: rank, words: bare });
    for (const word of new Set(ownWords)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
    if (persons.length === PAGE_ROWS) await flush();
  }
  await flush();
  await part.load(
    personWord,
    vocabulary.entries().map(([word, count]) => ({ word, persons: count })),
  );
  return rank;
}

function mostFirst(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value);
}

const FIRST_LISTING = 'l.rank = (select min(f.rank) from listing f where f.cui = s.cui)';

/** Where a fiscal code has several registrations, a share belongs to the first one of the listing. */
const links = ({ shareholders, offices }: Links): string => `
  select o.person_id, o.sort_key || '\t' || o.name as named, l.rank as firm, l.active, l.county_slug, 0 as source, ${offices} as ties
  from officer o join listing l on l.firm_id = o.firm_id where o.kind = 'person'
  ${
    shareholders
      ? `union all
  select s.person_id, s.sort_key || '\t' || s.name as named, l.rank as firm, l.active, l.county_slug, 1 as source, 1 as ties
  from shareholder s join listing l on ${FIRST_LISTING} where s.kind = 'person'`
      : ''
  }`;

/** The people with most operating firms first, then by name in the Romanian order. */
const personsInOrder = (engine: Database['engine'], from: Links): string => `
select * from (
  select person_id as id, max(named ${bytewise[engine]}) as named, count(distinct firm) as companies,
    count(distinct case when ties = 1 then firm end) as run,
    count(distinct case when ties = 1 and active = 1 then firm end) as active, string_agg(case when ties = 1 then county_slug end, ',') as counties,
    count(distinct case when source = 0 then firm end) + count(distinct case when source = 1 then firm end) - count(distinct firm) as twice
  from (${links(from)}) link group by person_id
) persons order by active desc, run desc, companies desc, named ${bytewise[engine]}, id ${bytewise[engine]}`;

const firmsOfPersons = (from: Links): string => `
insert into person_firm (person, firm, ties)
select p.rank, link.firm, max(link.ties) from (${links(from)}) link join person p on p.id = link.person_id group by 1, 2 order by 1, 2;`;

/** A corporate officer ties firms by its fiscal code only: a name that no firm or several firms have identifies no company. */
const firmsOfCompanies = ({ shareholders, offices }: Links): string => `
insert into company_firm (company, firm, ties)
select company, firm, max(ties) from (
  select cast(o.cui as text) as company, l.rank as firm, ${offices} as ties from officer o join listing l on l.firm_id = o.firm_id where o.cui is not null
  ${
    shareholders
      ? `union all
  select coalesce(cast(s.holder_cui as text), s.person_id) as company, l.rank as firm, 1 as ties
  from shareholder s join listing l on ${FIRST_LISTING} where s.kind = 'company'`
      : ''
  }) link group by 1, 2 order by 1, 2;`;

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
