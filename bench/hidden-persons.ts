/** A country with hidden persons and loaded press releases, in which every text is searched for names to redact. */
import { storeFile, storeReleases } from '#data/live/press-table.ts';
import { releaseOf } from '#data/sources/press/releases-page.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { hidePerson, unhidePerson } from '#platform/privacy/hidden-persons-table.ts';

/** The number of hidden persons, those with the most firms. */
const PERSONS = 20;
/** A page of the longest list, with releases of unusual length. */
const RELEASES = 200;
const TEXT_LENGTH = 10_000;

export interface HiddenSome {
  /** Search queries for the names, complete and as prefixes. */
  questions: string[];
  /** Restores the country for other measurements. */
  undo(): Promise<void>;
}

export async function hideSome({ state, live }: Store, { db }: Dataset): Promise<HiddenSome> {
  const persons = await db.all<{ id: string; name: string }>(
    `select id, name from person order by rank limit ${PERSONS}`,
  );
  const now = new Date().toISOString();
  for (const { id, name } of persons)
    await hidePerson(state, { person_id: id, name, reason: 'measured', hidden_at: now });
  const urls: string[] = [];
  for (let i = 0; i < RELEASES; i++) {
    const name = persons[i % PERSONS]?.name ?? '';
    const moment = new Date(Date.UTC(2025, 0, 1 + i))
      .toISOString()
      .replace(/[^0-9]/g, '')
      .slice(0, 14);
    const release = releaseOf(`https://static.anaf.ro/static/10/Anaf/${moment}_comunicat.pdf`, `Comunicat ${i}`);
    if (release === null) throw new Error('The address is none of a release.');
    const text = `Controlul la firmele lui ${name} a luat sfârșit, spune direcția. Numărul ${i}. `.repeat(200);
    const record = {
      sizeBytes: 1,
      pages: 1,
      text: text.slice(0, TEXT_LENGTH),
      ocrPages: [],
      waiting: false,
      problem: null,
    };
    await live.write(storeReleases([release], now));
    await live.write(storeFile(release.url, release.title, { outcome: 'found', fetchedAt: now, record }));
    urls.push(release.url);
  }
  return {
    questions: persons.flatMap(({ name }) => [name, name.slice(0, 3), `controlul ${name.slice(0, 4)}`]),
    async undo() {
      for (const { id } of persons) await unhidePerson(state, id);
      for (const table of ['press_word', 'press_file', 'press_release'])
        await live.write(urls.map((url) => ({ sql: `delete from ${table} where url = $1`, params: [url] })));
    },
  };
}
