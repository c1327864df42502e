/** The schemas around every answer: `meta`, a page of a list, and errors in both formats. */
import Type from 'typebox';
import { errorCodes } from '#api/api-error.ts';

const list = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
const instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** A list of values that a later version may extend. */
const growing = (values: string[], about: { title?: string; description: string }) =>
  Type.Enum(values, { ...about, 'x-extensible-enum': values });

const Provenance = Type.Object(
  {
    name: Type.String({ description: 'The source.' }),
    covers: Type.Array(Type.String(), {
      description:
        'What of the answer rests on it, one row for each source of each: `registry`, `finances`, `shareholders`, `debts`, `gazette`, `procurement`, `rates` … as `notLoaded` names them; `fiscal` and `balances` for the two services of the tax authority, `recentProcurement` for what the procurement system said since the last export.',
    }),
    asOf: text(
      'The last day that it covers, as its content proves or its publisher names; null where nothing tells it, and for a service that speaks of now.',
    ),
    fetchedAt: instant('When we read it; null when it never told us anything about this.'),
    licence: text('Licence under which it is published.'),
    url: text(
      'The publication, page or service that was read: the page of the data set on data.gov.ro, where it came from there; of several publications (balance sheets of many years), the newest. Null where nobody noted it, as of files that the operator brought. In the demo a name, `urn:firmoteca:demo:…`, because nobody published its invented data.',
    ),
    state: Type.Optional(
      Type.Enum(['unreachable', 'pending'], {
        description:
          'Stands only where the source was asked for this answer and did not tell: `unreachable` when it failed, `pending` when it takes longer than callers wait. What the answer has of it is then of `fetchedAt`; when that is null, its fields are null because nobody knows them.',
      }),
    ),
  },
  { title: 'SourceStamp', description: 'One public source that the answer rests on.' },
);

const Page = Type.Object(
  {
    limit: Type.Integer({ description: 'Rows asked for.' }),
    offset: Type.Integer({ description: 'Rows skipped.' }),
    returned: Type.Integer({ description: 'Rows in this answer.' }),
    total: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows there are; null when nobody counted.' }),
    totalRelation: Type.Enum(['exact', 'atLeast'], { description: 'Whether `total` is exact or a lower bound.' }),
    nextCursor: text('Send it as `cursor` for the next page; null on the last one.'),
    next: text('Path and query of the next page; null on the last one.'),
  },
  { title: 'Page', description: 'Which part of a list this is.' },
);

export const Meta = Type.Object(
  {
    requestId: Type.String({ description: 'Names this request; the same as the header X-Request-Id.' }),
    source: growing(['anaf', 'onrc', 'bnr', 'seap', 'gazette', 'press', 'treasury', 'caen', 'computed'], {
      description: 'The main source; `computed` when we calculated the answer.',
    }),
    sources: Type.Array(Provenance, { description: 'Every source the answer rests on.' }),
    cite: Type.String({
      description:
        'One line to paste where the answer is cited, in the language of the answer: what it is, its sources with their days, our address, the day on which it was read. In the demo it says that the data is invented.',
      examples: [
        'Company record: 1234567. Sources: register of taxpayers, ANAF (2026-11-16); trade registry, ONRC (2026-11-02). Firmoteca, https://api.example/api/company/1234567, read on 2026-11-16.',
      ],
    }),
    dataset: Type.Enum(['demo', 'romania'], {
      description: '`demo`: an invented country; nothing in it is about a real company.',
    }),
    generation: Type.String({ description: 'The build of the dataset that was read.' }),
    cached: Type.Boolean({ description: 'False when a source was asked for this very answer.' }),
    cachedAt: instant('When the data was last fetched or loaded.'),
    freshUntil: instant(
      'End of the freshness window, counted from when the data was fetched or made: the same for everybody who asks within it, and past when `stale`. Null for data that lasts until the next release.',
    ),
    stale: Type.Boolean({ description: 'True when the window is over and the source could not be asked in time.' }),
    pending: list('Groups of fields that are still being fetched: null now, ask again soon.'),
    notLoaded: list('Sources that this installation has not loaded; their fields are null.'),
    redacted: list('Fields left out because they need a Pro key.'),
    preview: Type.Optional(Type.Boolean({ description: 'True when only a part is shown to a visitor without Pro.' })),
    ignored: list('Parameters that were right but do not apply here.'),
    warnings: list('What a careful reader should know about this answer.'),
    page: Type.Optional(Page),
  },
  { title: 'Meta', description: 'Where an answer comes from and how fresh it is.' },
);

const Detail = Type.Object(
  {
    in: Type.Enum(['path', 'query', 'body', 'header'], { description: 'Part of the request.' }),
    name: Type.String({ description: 'Name of the value; in a body its path, such as `cuis/3`.' }),
    problem: Type.String({ description: 'What is wrong with it and what it must be.' }),
  },
  { title: 'Detail', description: 'One wrong value.' },
);

const Code = growing(Object.keys(errorCodes), { title: 'ErrorCode', description: 'Stable; made for programs.' });
const message = Type.String({ description: 'One sentence for a person.' });
const details = Type.Optional(Type.Array(Detail, { description: 'The values that are wrong.' }));

export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false.' }),
    error: Type.Object(
      { code: Code, message, details },
      { title: 'ErrorBody', description: 'What went wrong, for programs and for people.' },
    ),
    meta: Type.Object(
      { requestId: Type.String({ description: 'Tell us this when you ask about the error.' }) },
      { title: 'ErrorMeta', description: 'About the request.' },
    ),
  },
  { title: 'Error', description: 'Every error of the service.' },
);

export const ProblemJson = Type.Object(
  {
    type: Type.String({ description: '`about:blank`: the status and the code say it all.' }),
    title: Type.String({ description: 'Meaning of the code.' }),
    status: Type.Integer({ description: 'HTTP status.' }),
    detail: message,
    code: Code,
    requestId: Type.String({ description: 'Tell us this when you ask about the error.' }),
    details,
  },
  {
    title: 'Problem',
    description: 'The same error by RFC 9457, for callers who send Accept: application/problem+json.',
  },
);
