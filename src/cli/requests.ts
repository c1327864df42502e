/** Lists, answers and deletes the requests of readers to hide a person or to correct a record. */

import type { Store } from '#data/store/open.ts';
import {
  answerRequest,
  deleteAnswered,
  deleteRequest,
  type RequestRow,
  requestById,
  requestRows,
} from '#platform/privacy/requests-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { hideNow } from './people.ts';
import { onStore, textOf } from './state-verbs.ts';

const DAY_MS = 86_400_000;
/** The limit of the page that shows the answer. */
const ANSWER_LENGTH_MAX = 2_000;

export const command: Command = {
  summary: 'Answer requests of readers to hide a person or to correct a record.',
  usage: [
    'requests list [--all] [--json]                          those that wait, longest first; all: answered ones, too',
    'requests show ID [--json]',
    'requests answer ID --text TEXT [--refused] [--json]     visible with its token; no mail is sent',
    'requests answer ID --text TEXT --hide PERSON [--json]   hides the person, too, as people hide does',
    'requests delete ID [--json]                             for good; answered ones go by themselves, see FIRMOTECA_REQUESTS_DAYS',
  ],
  options: {
    all: { type: 'boolean' },
    text: { type: 'string' },
    refused: { type: 'boolean' },
    hide: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const [verb = '', id = '', ...more] = call.words;
    const does = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!does || more.length > 0) throw new UsageError(`Say ${Object.keys(verbs).join(', ')}.`);
    return onStore(call, async (store) => {
      await deleteAnswered(store.state, new Date(Date.now() - call.config.requestsDays * DAY_MS).toISOString());
      return does(call, store, id);
    });
  },
};

type Verb = (call: CommandCall, store: Store, id: string) => Promise<number>;

const verbs: Record<string, Verb> = { list, show, answer, delete: remove };

async function list({ options }: CommandCall, { state }: Store): Promise<number> {
  const rows = await requestRows(state, { all: options.all === true });
  if (options.json) print(rows.map(requestJson));
  else if (rows.length === 0) print('No open requests.');
  else
    for (const { id, kind, state: own, created_at, subject, concerned } of rows)
      print(`${id}  ${kind.padEnd(5)}  ${own.padEnd(7)}  ${created_at.slice(0, 10)}  ${oneLine(subject ?? concerned)}`);
  return 0;
}

async function show({ options }: CommandCall, { state }: Store, id: string): Promise<number> {
  const row = requestJson(await requestNamed(state, id));
  if (options.json) print(row);
  else for (const [name, value] of Object.entries(row)) if (value !== null) print(`${name}: ${indented(value)}`);
  return 0;
}

async function answer(call: CommandCall, store: Store, id: string): Promise<number> {
  const { options } = call;
  const text = textOf(call, 'text')?.trim() ?? '';
  if (text === '' || text.length > ANSWER_LENGTH_MAX)
    throw new UsageError(`Say what its sender is to read, in ${ANSWER_LENGTH_MAX} characters at most: --text TEXT.`);
  const row = await requestNamed(store.state, id);
  const hidden = await hiddenBy(call, store, row);
  const state = options.refused ? 'refused' : 'done';
  await answerRequest(store.state, id, { state, answer: text, at: new Date().toISOString() });
  if (options.json) print({ id, state, hidden });
  else
    print(
      `Answered, as ${state}: visible with its token, for ${call.config.requestsDays} days.${hidden === null ? '' : ` ${hidden} is hidden.`}${row.mail === null ? '' : ` No mail was sent; the sender left ${row.mail}.`}`,
    );
  return 0;
}

/** The id of the person that was hidden; null without `--hide`. */
async function hiddenBy(call: CommandCall, store: Store, { kind, id }: RequestRow): Promise<string | null> {
  const person = textOf(call, 'hide');
  if (person === null) return null;
  if (kind !== 'hide') throw new UsageError(`Request ${id} does not ask to hide a person.`);
  if (call.options.refused) throw new UsageError('Say --hide or --refused, not both.');
  await store.generations.refresh();
  await hideNow(store, person, `request ${id}`);
  return person;
}

async function remove({ options }: CommandCall, { state }: Store, id: string): Promise<number> {
  const done = await deleteRequest(state, id);
  if (options.json) print({ id, deleted: done });
  else print(done ? 'Deleted.' : `There is no request ${id} (requests list --all).`);
  return done ? 0 : 1;
}

async function requestNamed(state: Store['state'], id: string): Promise<RequestRow> {
  const row = await requestById(state, id);
  if (row === null) throw new UsageError(`There is no request ${id} (requests list --all).`);
  return row;
}

/** Without the digest of the token. */
const requestJson = (row: RequestRow) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  language: row.language,
  subject: row.subject,
  concerned: row.concerned,
  reason: row.reason,
  source: row.source,
  mail: row.mail,
  createdAt: row.created_at,
  answeredAt: row.answered_at,
  answer: row.answer,
});

/** A summary for the terminal. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);

/** Indents the lines of a reader, to tell them from the output of the command. */
const indented = (value: unknown): string => String(value).replaceAll('\n', '\n    ');
