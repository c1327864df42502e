/** Requests of a demo reader about the showcase: every operation, for every record that its answers name. */
import { showcase } from '#demo-country/showcase.ts';
import { cuiOf, type DemoService } from './demo-service.ts';

export interface ShowcaseAnswer {
  /** The id of the operation. */
  id: string;
  path: string;
  /** Of a POST. */
  body?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  meta: any;
}

interface Question {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Answers with 200 of every operation, in an order in which one leads to the next. */
export async function askShowcase(
  service: Pick<DemoService, 'operations' | 'get' | 'post'>,
): Promise<ShowcaseAnswer[]> {
  const answers: ShowcaseAnswer[] = [];
  const operations = service.operations.toSorted((a, b) => Number(a.id in ledTo) - Number(b.id in ledTo));
  for (const { id, declaration } of operations) {
    const { method = 'GET', path, examples } = declaration;
    const requested = [...examples, ...(also[id] ?? []), ...(ledTo[id]?.(answers) ?? [])].flatMap(ofWholeShowcase);
    for (const { params = {}, query, body } of requested) {
      const location = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const address = `${location}?${new URLSearchParams(query)}`;
      const answer = method === 'POST' ? await service.post(address, body) : await service.get(address);
      if (answer.status !== 200) continue;
      const { data, meta } = answer.body;
      answers.push({ id, path: address, ...(method === 'POST' && { body }), data, meta });
    }
  }
  return answers;
}

/** Operations on a company run for every company of the showcase. */
const ofWholeShowcase = (question: Question): Question[] =>
  question.params && 'cui' in question.params
    ? showcase.map(({ cui }) => ({ ...question, params: { ...question.params, cui } }))
    : [question];

const CITY = cuiOf('cityHall');

/** In addition to the documented examples. */
const also: Record<string, Question[]> = {
  getCompanies: [
    { body: { cuis: showcase.map(({ cui }) => cui) } },
    { body: { cuis: showcase.map(({ cui }) => cui), date: '2024-06-30', receipt: true } },
  ],
  getBalance: [{ params: { cui: CITY, year: '2023' } }],
  listPressReleases: [{ query: { limit: '200' } }],
  getTopCompanies: [{ query: { slice: 'judet', limit: '100' } }],
  searchAll: [{ query: { q: 'cutezatoru haralambie' } }, { query: { q: 'comunicat', limit: '50' } }],
  searchTenders: [{ query: { authorityCui: CITY, limit: '50' } }, { query: { sort: 'deadline', limit: '50' } }],
  getCompanyContracts: [{ params: { cui: CITY }, query: { limit: '200' } }],
  getCpvContracts: [{ params: { cpv: '4' }, query: { limit: '200' } }],
  getCpvAnalysis: [{ params: { cpv: '4' } }, { params: { cpv: '3' } }],
  getSupplierIssues: [{ params: { cui: CITY }, query: { limit: '200' } }],
};

const rowsOf = (answers: readonly ShowcaseAnswer[], id: string) =>
  answers.filter((answer) => answer.id === id).flatMap(({ data }) => data ?? []);

/** All rows of a kind in the demo, within the rate limit. */
const ROWS = 200;

const eachBy = (name: string, values: (string | null)[], into: 'params' | 'query' = 'params'): Question[] =>
  [...new Set(values)].flatMap((value) => (value === null ? [] : [{ [into]: { [name]: value } }])).slice(0, ROWS);

/** Requests that follow from earlier answers. */
const ledTo: Record<string, (answers: readonly ShowcaseAnswer[]) => Question[]> = {
  getTender: (answers) =>
    eachBy(
      'notice',
      rowsOf(answers, 'searchTenders').map(({ notice }) => notice),
    ),
  getContract: (answers) =>
    eachBy(
      'number',
      [...rowsOf(answers, 'getCompanyContracts'), ...rowsOf(answers, 'getCpvContracts')].flatMap(({ number, id }) => [
        number,
        id,
      ]),
    ),
  getSupplierIssue: (answers) =>
    eachBy(
      'ackDocId',
      rowsOf(answers, 'getSupplierIssues').map(({ ackDocId }) => ackDocId),
    ),
  getDecision: (answers) =>
    eachBy(
      'id',
      rowsOf(answers, 'getCompanyDecisions')
        .toReversed()
        .map(({ id }) => id),
    ),
  verifyReceipt: (answers) =>
    rowsOf(answers, 'getCompanies').flatMap(({ receipt }) => (receipt ? [{ body: { receipt } }] : [])),
  getPressPdf: (answers) =>
    eachBy(
      'url',
      rowsOf(answers, 'listPressReleases').map(({ url }) => url),
      'query',
    ),
  // Picture files are read on the first request for them.
  listPressArticles: () => [{ query: { limit: '200' } }],
  getPressArticle: (answers) =>
    eachBy(
      'slug',
      rowsOf(answers, 'listPressArticles').map(({ slug }) => slug),
    ),
};
