/** The OpenAPI 3.1 document, derived from the declarations. */
import type { Operation } from '#api/endpoint.ts';
import { FIELDS_MAX } from '#api/fields.ts';
import { documentedOperation } from '#api/operation-examples.ts';
import { formats } from '#api/tables/format.ts';
import { languages } from '#lib/i18n/message.ts';
import { type HiddenPersons, noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { chapterOf, chapters } from './chapters.ts';
import { components, type Json, withoutUnused } from './components.ts';
import { describeOperation, originIn } from './operation.ts';
import { formatsIn, freeIn, guidance, introduction, issuesReceipts, type Limits, type Overview } from './overview.ts';
import { type ErrorGroup, errorGroups, errorResponse, errorsOf, headers } from './responses.ts';

export interface OpenapiAbout {
  /** Null when unknown: callers then resolve paths against the address of the document. */
  publicUrl: string | null;
  version: string;
  /** The contact of the installation: an email address or a page; null when unknown. */
  contact?: string | null;
  /** The key of the demo country; null for real data. */
  demoKey: string | null;
  /** The price of an operation for API catalogues; null for one that is not sold. */
  paymentInfo?: (operation: Operation) => Json | null;
  /** Requests a minute, when known. */
  limits?: Limits;
  /** Persons who must not appear in examples. */
  hidden?(): HiddenPersons;
}

export function openapi(operations: readonly Operation[], about: OpenapiAbout): Json {
  const document = describe(operations, about);
  const overview = overviewIn(document, about);
  const info = { ...document.info, description: introduction(overview), 'x-guidance': guidance(overview) };
  return { ...document, info };
}

/** The facts that hold for all operations. */
export const overviewOf = (operations: readonly Operation[], about: OpenapiAbout): Overview =>
  overviewIn(describe(operations, about), about);

/** Derived from the document, so that both always agree. */
const overviewIn = (document: DescribedDocument, { demoKey, limits }: OpenapiAbout): Overview => ({
  demoKey,
  isSold: 'payment' in document.components.securitySchemes,
  limits: limits ?? null,
  formats: formatsIn(document),
  free: freeIn(document),
  hasReceipts: issuesReceipts(document),
});

interface DescribedDocument extends Json {
  info: Json;
  components: { securitySchemes: Json };
}

/** The document without its introduction. */
function describe(operations: readonly Operation[], about: OpenapiAbout): DescribedDocument {
  const {
    publicUrl,
    version,
    demoKey,
    contact = null,
    paymentInfo = () => null,
    hidden = () => noHiddenPersons,
  } = about;
  const shapes = components();
  const paths: Record<string, Json> = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    const { method = 'GET', path } = operation.declaration;
    if (ids.has(operation.id)) throw new Error(`Two operations are called ${operation.id}.`);
    ids.add(operation.id);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: describeOperation(documentedOperation(operation, hidden()), {
        shapes,
        origin: originIn(publicUrl),
        paymentInfo: paymentInfo(operation),
      }),
    };
  }
  const usedChapters = new Set(operations.map(({ declaration }) => chapterOf(declaration)));
  const usedErrors = new Set(operations.flatMap(({ declaration }) => errorsOf(declaration)));
  const errors = (Object.keys(errorGroups) as ErrorGroup[]).filter((group) => usedErrors.has(group));
  return withoutUnused({
    openapi: '3.1.0',
    info: {
      title: 'Firmoteca',
      version,
      summary: 'Company data of Romania: companies, procurement, rankings, rates, codes.',
      contact: contactOf(contact ?? publicUrl),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/', description: demoKey ? 'The demo country.' : 'This installation.' }],
    tags: chapters
      .filter((chapter) => usedChapters.has(chapter))
      .map(({ name, about }) => ({ name: name.en, description: about.en })),
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your Pro key.' },
        ...(operations.some(paymentInfo) && { payment }),
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as `Authorization: Bearer <key>`.' },
      },
      headers,
      parameters: { fields: fieldsParameter, lang: languageParameter, format: formatParameter },
      responses: Object.fromEntries(errors.map((group) => [group, errorResponse(group, shapes)])),
      schemas: shapes.schemas,
    },
  }) as DescribedDocument;
}

const formatParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    'JSON, or a table for spreadsheets; also by `Accept: text/csv` or that of a workbook, and this parameter wins. CSV is RFC 4180 in UTF-8 with a byte order mark, its first line names the fields; texts that a spreadsheet would take for a formula have an apostrophe in front. Excel takes codes such as `0610` in a CSV for numbers when it opens one by itself; in a workbook they are texts. A workbook has typed cells, headings in your language and a second sheet with the sources. Nested fields stand as `authority.cui`, lists are joined by `; `; `fields`, where it goes with the operation, chooses the columns. With Pro a table has the whole list, up to 50,000 rows, unless `limit` asks for a page; each 1,000 rows count as one request, all of them taken before the first row is sent, and a longer list is a 400 that says how many rows it has. For everybody else, and of lists of persons, it has one page, and the header `Link` says where the list goes on.',
  schema: { type: 'string', enum: formats, default: 'json' },
};

const languageParameter = {
  name: 'lang',
  in: 'query',
  required: false,
  description:
    'Language of the sentences in the answer (messages, labels, reasons, warnings): `en` or `ro`. It wins over `Accept-Language`; English where neither says. Names, titles and texts of the sources are never translated.',
  schema: { type: 'string', enum: languages, default: 'en' },
};

const fieldsParameter = {
  name: 'fields',
  in: 'query',
  required: false,
  style: 'form',
  explode: false,
  description: `Chosen columns, for spreadsheets: at most ${FIELDS_MAX} names of fields, separated by commas. \`data\` (in a batch, every row of it) is then a flat object with exactly those names, in that order: \`name\`, inside a group \`fiscalAddress.locality\`, of a list by number from 0 \`administrators.0.name\`. What is not there is null. In a batch the fields of a company are named as in a single look-up, beside \`input\`, \`found\`, \`error.code\` and \`pending\` of the row. Without Pro, a preview’s own fields.`,
  schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: FIELDS_MAX, uniqueItems: true },
};

/** A path alone is no contact. */
const contactOf = (contact: string | null): Json => ({
  name: 'Who runs this installation',
  ...(contact?.startsWith('http') ? { url: contact } : contact?.includes('@') && { email: contact }),
});

const payment = {
  type: 'apiKey',
  in: 'header',
  name: 'PAYMENT-SIGNATURE',
  description:
    'A payment for this one request (x402 version 2), as the offer of a 402 asks for it. Version 1: `X-PAYMENT`.',
};
