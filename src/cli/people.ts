/** Finds, hides and unhides persons, and reports how often persons were read. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { deleteMerged } from '#domain/companies/documents-table.ts';
import { companiesNaming } from '#domain/companies/facts-table.ts';
import { personRow } from '#domain/people/person.ts';
import { personById } from '#domain/people/persons-table.ts';
import { readsByDay } from '#domain/people/reads-table.ts';
import { FIRST_PAGE, findPeople } from '#domain/people/search.ts';
import { translator } from '#lib/i18n/message.ts';
import { PERSON_ID } from '#lib/values/person-id.ts';
import { forgetAnswers } from '#platform/payments/ledger-table.ts';
import { hiddenRows, hidePerson, unhidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { onStore } from './state-verbs.ts';

const ROWS_MAX = 50;

export const command: Command = {
  summary: 'Hide persons at their request, and show how often persons were read.',
  usage: [
    'people find NAME [--json]',
    'people hide ID --reason TEXT [--json]',
    'people unhide ID [--json]',
    'people list [--json]',
    'people reads [--json]',
  ],
  options: { reason: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const [verb = '', ...rest] = call.words;
    const does = verbs[verb];
    if (!does) throw new UsageError(`Say ${Object.keys(verbs).join(', ')}.`);
    return onStore(call, async (store) => {
      await store.generations.refresh();
      return does(call, store, rest.join(' '));
    });
  },
};

type Verb = (call: CommandCall, store: Store, rest: string) => Promise<number>;

const verbs: Record<string, Verb> = { find, hide, unhide, list, reads };

async function find({ options }: CommandCall, { generations, state }: Store, name: string): Promise<number> {
  if (name.trim() === '') throw new UsageError('Say whom to look for: people find NAME.');
  const { db } = served(generations.current());
  const hidden = new Set((await hiddenRows(state)).map((row) => row.person_id));
  const { rows, next } = await findPeople(db, name, { after: FIRST_PAGE, limit: ROWS_MAX, hidden: new Set() });
  const people = rows.map((row) => ({ ...personRow(row, translator()), hidden: hidden.has(row.id) }));
  if (options.json) print(people);
  else {
    for (const person of people)
      print(
        `${person.id}  ${person.name}  ${person.companiesCount} companies  ${person.counties.join(', ')}${person.hidden ? '  hidden' : ''}`,
      );
    if (next) print(`There are more; give more of the name.`);
  }
  return people.length > 0 ? 0 : 1;
}

async function hide({ options }: CommandCall, store: Store, id: string): Promise<number> {
  assertPersonId(id);
  const { reason } = options;
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new UsageError('Give the reason, for the register: --reason "requested on 3 March, letter 12".');
  const done = await hideNow(store, id, reason);
  if (options.json) print({ id, hidden: true, changed: done });
  else
    print(
      done
        ? 'Hidden: removed from every answer within a second, now and in all future data.'
        : 'This person was hidden before.',
    );
  return 0;
}

async function unhide({ options }: CommandCall, { state }: Store, id: string): Promise<number> {
  assertPersonId(id);
  const done = await unhidePerson(state, id);
  if (options.json) print({ id, hidden: false, changed: done });
  else print(done ? 'Shown again within a second.' : 'This person was not hidden.');
  return done ? 0 : 1;
}

async function list({ options }: CommandCall, { state }: Store): Promise<number> {
  const rows = await hiddenRows(state);
  if (options.json)
    print(rows.map((row) => ({ id: row.person_id, name: row.name, reason: row.reason, hiddenAt: row.hidden_at })));
  else
    for (const row of rows)
      print(`${row.person_id}  ${row.name ?? ''}  since ${row.hidden_at.slice(0, 10)}  ${row.reason ?? ''}`);
  return 0;
}

async function reads({ options }: CommandCall, { state }: Store): Promise<number> {
  const rows = await readsByDay(state);
  if (options.json) print(rows);
  else for (const row of rows) print(`${row.day}  ${row.operation.padEnd(20)} ${row.reads}`);
  return 0;
}

/** False when the person was hidden before. The caller refreshes the generations first. */
export async function hideNow({ generations, state, live }: Store, id: string, reason: string): Promise<boolean> {
  assertPersonId(id);
  // A mistyped id would hide no person, and the reader would believe to be hidden.
  const dataset = served(generations.current());
  const person = await personById(dataset.db, id);
  if (person === null) throw new UsageError(`The data has no person ${id}; people find NAME shows the ids.`);
  const done = await hidePerson(state, {
    person_id: id,
    name: person.name,
    reason,
    hidden_at: new Date().toISOString(),
  });
  // Stored answers and documents with the name are deleted as well.
  await forgetAnswers(state);
  await deleteMerged(live, await companiesNaming([id], dataset));
  return done;
}

function assertPersonId(id: string): void {
  if (!new RegExp(PERSON_ID).test(id)) throw new UsageError(`"${id}" is no identifier of a person.`);
}

function served(dataset: Dataset | null): Dataset {
  if (dataset === null) throw new UsageError('This installation has no data yet. Run: npx firmoteca setup');
  return dataset;
}
