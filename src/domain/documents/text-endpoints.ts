/** The text of a document, a stretch at a time. */
import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import { assertOpened, documentOfCall, type ShownDocument } from './document-of-call.ts';
import { sourceMeta } from './documentation-meta.ts';
import { notHere } from './documentation-of-call.ts';
import { maskedPiece, maskedText } from './masking.ts';
import { Missing, missingIn, textStates } from './missing.ts';
import type { DocumentsNeeds } from './needs.ts';
import { ofDocument } from './parameters.ts';
import { said, unreadable } from './sentences.ts';
import type { ContentRow } from './tables/rows.ts';
import { contentsOf, lastPage, pagesFrom } from './tables/texts-table.ts';
import { stretchOf } from './text-window.ts';

const PAGES_MAX = 500;
const PAGES = 100;
/** No file has so many. */
const PAGE_NUMBER_MAX = 1_000_000;
const CHARACTER_MAX = 100_000_000;

const TextPage = Type.Object(
  {
    number: Type.Integer({ description: 'From 1, over all that was read.' }),
    page: Type.Integer({ description: 'As the file counts, or the file inside of an archive.' }),
    entry: orNull(Type.String(), 'Name of the file inside of an archive; null when it is none.'),
    text: Type.String({ description: 'Its text; personal numbers and names of hidden persons are taken out.' }),
    source: oneOf(['text', 'ocr'], '`ocr`: read from a picture, letters may be wrong.'),
  },
  { ...closed, title: 'TextPage' },
);

const Next = Type.Object(
  {
    fromPage: Type.Integer({ description: 'Number of the page.' }),
    fromCharacter: Type.Integer({ description: 'Place on that page; 0 is its beginning.' }),
  },
  { ...closed, title: 'NextText' },
);

const DocumentText = Type.Object(
  {
    id: Type.String({ description: 'The document.' }),
    textState: oneOf(textStates, 'How far it could be read.'),
    pagesCount: orNull(Type.Integer(), 'Pages, where its kind has them and they could be counted.'),
    missing: Type.Array(Missing, { description: 'What of its text is missing; empty: nothing is.' }),
    pages: Type.Array(TextPage, { description: 'The pages that were asked for; empty when there is no text.' }),
    truncated: Type.Boolean({ description: 'Whether there is more: `next` says from where.' }),
    next: orNull(Next, 'What to ask for to read on; null at the end.'),
    masked: Type.Boolean({ description: 'Whether something was taken out of these pages.' }),
  },
  { ...closed, title: 'DocumentText' },
);

export const texts = (needs: DocumentsNeeds) => ({
  getDocumentText: endpoint({
    path: '/api/sicap/document/{id}/text',
    access: 'pro',
    fresh: '6h',
    title: 'Text of a document',
    about:
      'The text that could be read of a document, page by page; slides and sheets are pages. Pages that are pictures are read by OCR later: until then `meta.pending` says so. An answer holds at most half a million characters: `next` says how to read on. A file that is encrypted, damaged or of a kind without text is a 422 that says which.',
    params: ofDocument,
    query: Type.Object(
      {
        fromPage: Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1, description: 'First page.' }),
        fromCharacter: Type.Integer({
          minimum: 0,
          maximum: CHARACTER_MAX,
          default: 0,
          description: 'Where to begin on the first page: `next.fromCharacter` of the answer before.',
        }),
        pages: Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: PAGES, description: 'Pages at most.' }),
      },
      closed,
    ),
    data: DocumentText,
    empty: ({ pages }) => pages.length === 0,
    errors: [...notHere, 'UNPROCESSABLE_DOCUMENT'],
    examples: [{ title: 'A document', params: { id: needs.example.document }, query: { pages: '1' } }],
    async handle({ id, fromPage, fromCharacter, pages }, call) {
      const { documents: db } = needs;
      const shown = await documentOfCall(id, call, needs);
      const { sha256 } = await assertOpened(shown, call, needs);
      const text = (await contentsOf(db, [sha256])).get(sha256) ?? null;
      assertReadable(shown, text);
      const { names } = needs.hidden();
      const masked = (page: string): string => maskedText(page, names);
      const read = pagesFrom(db, text.key, fromPage, pages + 1);
      const stretch = await stretchOf(read, { pages, fromCharacter }, masked, {
        piece: (text, edges) => maskedPiece(text, names, edges),
      });
      if (stretch.pages.length === 0 && fromPage > 1) await assertPage(id, fromPage, text, needs);
      const { next } = stretch;
      const isPending = text.ocr_due === 1;
      return {
        data: {
          id,
          textState: text.state,
          pagesCount: text.pages_count,
          missing: missingIn(text),
          pages: stretch.pages,
          truncated: next !== null,
          next,
          masked: stretch.masked,
        },
        meta: {
          ...sourceMeta(
            { notice: shown.row.notice, system_id: shown.documentation?.system_id ?? null },
            shown.row.fetched_at,
            call,
            needs,
          ),
          cachedAt: text.read_at,
          ...(isPending && { pending: ['text'] }),
        },
      };
    },
  }),
});

/** What could be read at all; all others are told as files that cannot. */
const isReadable = (state: ContentRow['state']): state is 'read' | 'partly' | 'none' | 'ocrDue' | 'archive' =>
  !(state in unreadable);

function assertReadable({ row: { id } }: ShownDocument, text: ContentRow | null): asserts text is ContentRow {
  const state = text?.state ?? 'damaged';
  if (!isReadable(state)) throw new ApiError('UNPROCESSABLE_DOCUMENT', said.noText({ id, why: unreadable[state]() }));
}

async function assertPage(id: string, fromPage: number, { key }: ContentRow, { documents }: DocumentsNeeds) {
  const last = (await lastPage(documents, key)) ?? 0;
  if (fromPage <= last) return;
  throw new ApiError('NOT_FOUND', said.pageBeyond({ id, last }));
}
