/** The endpoints for one document: its text, and its file. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Call, endpoint, fileEndpoint } from '#api/endpoint.ts';
import type { AnswerFile } from '#api/file.ts';
import { hasProcurement } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { verifiedBlob } from './blobs/blobs.ts';
import { Missing, missingIn, publishedAt, textStates } from './document.ts';
import {
  type DocumentsContext,
  factsOf,
  type GateContext,
  gateErrors,
  secondsAfterRequest,
  withheldOf,
} from './documentation-gate.ts';
import { ofDocument, sourceMeta } from './documentation-meta.ts';
import { maskedPart, maskedText, textWindow } from './masking.ts';
import { storedReason } from './stored-reason.ts';
import { contentsOf, lastPage, pagesFrom } from './tables/contents-table.ts';
import { documentationOf, documentById, isInNewestVersion, versionsOf } from './tables/documentation-table.ts';
import type { ContentRow, DocumentationRow, DocumentRow } from './tables/rows.ts';

const PAGES_MAX = 500;
const PAGES = 100;
/** Above the page count of any file. */
const PAGE_NUMBER_MAX = 1_000_000;
const CHARACTER_MAX = 100_000_000;

const TextPage = Type.Object(
  {
    number: field(Type.Integer(), { en: 'From 1, over all that was read.', ro: 'De la 1, peste tot ce s-a citit.' }),
    page: field(Type.Integer(), {
      en: 'As the file counts, or the file inside of an archive.',
      ro: 'Cum numără fișierul, sau fișierul dintr-o arhivă.',
    }),
    entry: orNone(Type.String(), {
      en: 'Name of the file inside of an archive; null when it is none.',
      ro: 'Numele fișierului dintr-o arhivă; null când nu este în arhivă.',
    }),
    text: field(Type.String(), {
      en: 'Its text; personal numbers and names of hidden persons are redacted.',
      ro: 'Textul ei; codurile personale și numele persoanelor ascunse sunt scoase.',
    }),
    source: oneOf(['text', 'ocr'], {
      en: '`ocr`: read by OCR, letters may be wrong.',
      ro: '`ocr`: citit dintr-o imagine, literele pot fi greșite.',
    }),
  },
  { ...closed, title: 'TextPage' },
);

const Next = Type.Object(
  {
    fromPage: field(Type.Integer(), { en: 'Number of the page.', ro: 'Numărul paginii.' }),
    fromCharacter: field(Type.Integer(), {
      en: 'Place on that page; 0 is its beginning.',
      ro: 'Locul pe acea pagină; 0 este începutul.',
    }),
  },
  { ...closed, title: 'NextText' },
);

const DocumentText = Type.Object(
  {
    id: field(Type.String(), { en: 'The document.', ro: 'Documentul.' }),
    textState: oneOf(textStates, { en: 'How far it could be read.', ro: 'Cât s-a putut citi.' }),
    pagesCount: orNull(Type.Integer(), {
      en: 'Pages, where its kind has them and they could be counted.',
      ro: 'Pagini, unde felul lui le are și s-au putut număra.',
    }),
    missing: field(Type.Array(Missing), {
      en: 'What of its text is missing; empty: nothing is.',
      ro: 'Ce lipsește din text; gol: nimic.',
    }),
    pages: field(Type.Array(TextPage), {
      en: 'The requested pages; empty when there is no text.',
      ro: 'Paginile cerute; gol când nu există text.',
    }),
    truncated: field(Type.Boolean(), {
      en: 'Whether there is more: `next` is its start.',
      ro: 'Dacă mai există text: `next` este începutul lui.',
    }),
    next: orNone(Next, {
      en: 'What to ask for to read on; null at the end.',
      ro: 'Ce să cereți ca să citiți mai departe; null la sfârșit.',
    }),
    masked: field(Type.Boolean(), {
      en: 'Whether these pages were redacted.',
      ro: 'Dacă din aceste pagini au fost eliminate date.',
    }),
  },
  { ...closed, title: 'DocumentText' },
);

export const texts = (context: DocumentsContext) => ({
  getDocumentText: endpoint({
    path: '/api/sicap/document/{id}/text',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Text of a document', ro: 'Textul unui document' },
    about: {
      en: 'The text that could be read of a document, page by page; slides and sheets are pages. Scanned pages are read by OCR later: until then `meta.pending` states it. An answer has at most half a million characters: `next` is the address of the rest. A file that is encrypted, damaged or of a type without text is a 422 that states which.',
      ro: 'Textul care s-a putut citi dintr-un document, pagină cu pagină; diapozitivele și foile sunt pagini. Paginile scanate se citesc mai târziu prin OCR: până atunci `meta.pending` indică asta. Un răspuns are cel mult o jumătate de milion de caractere: `next` este adresa restului. Un fișier criptat, stricat sau de un tip fără text este un 422 cu motivul.',
    },
    params: ofDocument,
    query: Type.Object(
      {
        fromPage: field(Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1 }), {
          en: 'First page.',
          ro: 'Prima pagină.',
        }),
        fromCharacter: field(
          Type.Integer({
            minimum: 0,
            maximum: CHARACTER_MAX,
            default: 0,
          }),
          {
            en: 'Where to begin on the first page: `next.fromCharacter` of the answer before.',
            ro: 'De unde începe pe prima pagină: `next.fromCharacter` din răspunsul dinainte.',
          },
        ),
        pages: field(Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: PAGES }), {
          en: 'Pages at most.',
          ro: 'Cel mult atâtea pagini.',
        }),
      },
      closed,
    ),
    data: DocumentText,
    empty: ({ pages }) => pages.length === 0,
    errors: [...gateErrors, 'UNPROCESSABLE_DOCUMENT'],
    examples: [
      {
        title: { en: 'A document', ro: 'Un document' },
        params: { id: context.example.document },
        query: { pages: '1' },
      },
    ],
    async handle({ id, fromPage, fromCharacter, pages }, call) {
      const { documents: db } = context;
      const visible = await documentOfCall(id, call, context);
      const { sha256 } = await assertOpened(visible, call, context);
      const text = (await contentsOf(db, [sha256])).get(sha256) ?? null;
      assertReadable(visible, text);
      const { names } = context.hidden();
      const masked = (page: string): string => maskedText(page, names);
      const read = pagesFrom(db, text.key, fromPage, pages + 1);
      const window = await textWindow(read, { pages, fromCharacter }, masked, {
        piece: (text, edges) => maskedPart(text, names, edges),
      });
      if (window.pages.length === 0 && fromPage > 1) await assertPage(id, fromPage, text, context);
      const { next } = window;
      const isPending = text.ocr_due === 1;
      return {
        data: {
          id,
          textState: text.state,
          pagesCount: text.pages_count,
          missing: missingIn(text),
          pages: window.pages,
          truncated: next !== null,
          next,
          masked: window.masked,
        },
        meta: {
          ...sourceMeta(
            { notice: visible.row.notice, system_id: visible.documentation?.system_id ?? null },
            visible.row.fetched_at,
            call,
            context,
          ),
          cachedAt: text.read_at,
          ...(isPending && { pending: ['text'] }),
        },
      };
    },
  }),
});

/** Whether the state is one of a text; the other states are errors of the file. */
const isReadable = (state: ContentRow['state']): state is 'read' | 'partly' | 'none' | 'ocrDue' | 'archive' =>
  !(state in messages.documentText);

function assertReadable({ row: { id } }: VisibleDocument, text: ContentRow | null): asserts text is ContentRow {
  const state = text?.state ?? 'damaged';
  if (!isReadable(state))
    throw new ApiError(
      'UNPROCESSABLE_DOCUMENT',
      messages.documents.noText({ id, why: messages.documentText[state]() }),
    );
}

async function assertPage(id: string, fromPage: number, { key }: ContentRow, { documents }: DocumentsContext) {
  const last = (await lastPage(documents, key)) ?? 0;
  if (fromPage <= last) return;
  throw new ApiError('NOT_FOUND', messages.documents.pageBeyond({ id, last }));
}

export const files = (context: DocumentsContext) => ({
  downloadDocument: fileEndpoint({
    path: '/api/sicap/document/{id}/download',
    fresh: '6h',
    title: { en: 'One document as a file', ro: 'Un document ca fișier' },
    about: {
      en: 'The document extracted from its signed containers, as its authority wrote it: nothing is redacted. `sealed=true` returns the file as published, with its signatures. Ranges are supported (`Range`, `If-Range`).',
      ro: 'Documentul extras din containerele semnate, așa cum l-a scris autoritatea: nimic nu este eliminat din el. `sealed=true` dă fișierul așa cum a fost publicat, cu semnăturile lui. Se pot cere intervale (`Range`, `If-Range`).',
    },
    params: ofDocument,
    query: Type.Object(
      {
        sealed: field(Type.Boolean({ default: false }), {
          en: 'True for the file as published.',
          ro: 'Dacă se dorește fișierul așa cum a fost publicat.',
        }),
      },
      closed,
    ),
    file: {
      mediaTypes: ['*/*'],
      about: {
        en: 'The file; its media type follows from its bytes.',
        ro: 'Fișierul; tipul lui se cunoaște din octeți.',
      },
    },
    errors: [...gateErrors, 'UNPROCESSABLE_DOCUMENT'],
    examples: [{ title: { en: 'A document', ro: 'Un document' }, params: { id: context.example.document } }],
    async handle({ id, sealed }, call) {
      const visible = await documentOfCall(id, call, context);
      const { row, documentation } = visible;
      const file = await (sealed ? publishedFile(visible, call, context) : unwrappedFile(visible, call, context));
      const source = { notice: row.notice, system_id: documentation?.system_id ?? null };
      return { file, meta: { ...sourceMeta(source, row.fetched_at, call, context), cachedAt: row.fetched_at } };
    },
  }),
});

async function unwrappedFile(visible: VisibleDocument, call: Call, context: DocumentsContext): Promise<AnswerFile> {
  const { sha256 } = await assertOpened(visible, call, context);
  const { file_name, name, media_type, content_bytes } = visible.row;
  const wanted = { sha256, bytes: content_bytes, name: file_name ?? name, mediaType: media_type };
  return servedFile(visible, wanted, call, context);
}

/** Signed containers are served with the media type of the container, whatever they contain. */
const SIGNED_MEDIA_TYPES: Readonly<Record<string, string>> = {
  cms: 'application/pkcs7-mime',
  asic: 'application/vnd.etsi.asic-e+zip',
};

async function publishedFile(visible: VisibleDocument, call: Call, context: DocumentsContext): Promise<AnswerFile> {
  const { file_sha256: sha256, file_bytes: bytes, name, sealed, media_type } = visible.row;
  if (sha256 === null) await assertStored(visible, call, context);
  if (sha256 === null) throw await fileLost(visible, call, context);
  return servedFile(
    visible,
    { sha256, bytes, name, mediaType: SIGNED_MEDIA_TYPES[sealed ?? ''] ?? media_type },
    call,
    context,
  );
}

interface ServedFile {
  sha256: string;
  bytes: number | null;
  name: string;
  mediaType: string | null;
}

async function servedFile(
  visible: VisibleDocument,
  { sha256, bytes, name, mediaType }: ServedFile,
  call: Call,
  context: DocumentsContext,
): Promise<AnswerFile> {
  const { blobs } = context;
  const sizeBytes = await blobs.sizeOf(sha256);
  if (sizeBytes === null || sizeBytes !== (bytes ?? sizeBytes)) throw await fileLost(visible, call, context);
  return {
    mediaType: mediaType ?? 'application/octet-stream',
    name: maskedText(name, context.hidden().names),
    sizeBytes,
    sha256,
    modifiedAt: publishedAt(visible.row),
    // The digest of a part is unknown.
    open: (part, signal) =>
      part === null ? verifiedBlob(blobs.open(sha256, null, signal), sha256) : blobs.open(sha256, part, signal),
  };
}

interface VisibleDocument {
  row: DocumentRow;
  /** The documentation of its notice; null where that is no longer known. */
  documentation: DocumentationRow | null;
}

async function documentOfCall(id: string, call: Call, context: GateContext): Promise<VisibleDocument> {
  const { documents: db } = context;
  const row = await documentById(db, id);
  if (row === null) {
    if (!hasProcurement(call.dataset.manifest))
      throw new ApiError('SOURCE_NOT_LOADED', messages.procurement.notLoaded());
    throw unknown(id, call, context);
  }
  const documentation = await documentationOf(db, row.notice);
  if (documentation?.state === 'withdrawn')
    throw new ApiError(
      'WITHDRAWN',
      messages.documents.withdrawn({ notice: row.notice, since: documentation.since.slice(0, 10) }),
    );
  const withheld = (await withheldOf([row], context)).get(id);
  if (withheld) throw new ApiError('NOT_FOUND', messages.documents.withheld({ id, why: withheld.why }));
  return { row, documentation };
}

/** Throws unless the file is stored. */
async function assertStored(visible: VisibleDocument, call: Call, context: GateContext): Promise<void> {
  const { id, state, reason } = visible.row;
  if (state === 'listed') throw await notReady(visible, call, context);
  if (state !== 'failed') return;
  const why = reason === null ? messages.documents.reasonUnknown() : storedReason(reason);
  throw await unavailable(visible, why, call, context, () => [
    'UPSTREAM_UNAVAILABLE',
    messages.documents.documentFailed({ id, why }),
  ]);
}

/** Throws unless the document was unsealed and has content. */
async function assertOpened(visible: VisibleDocument, call: Call, context: GateContext): Promise<{ sha256: string }> {
  const { row } = visible;
  // The file may have been deleted for space; its text stays.
  if (row.content_sha256 !== null) return { sha256: row.content_sha256 };
  await assertStored(visible, call, context);
  if (row.state === 'stored') throw await notReady(visible, call, context);
  const why = row.reason === null ? messages.documents.detachedSignature() : storedReason(row.reason);
  throw new ApiError('UNPROCESSABLE_DOCUMENT', messages.documents.nothingInside({ id: row.id, why }));
}

/** A stored file is missing: the error says when to retry. */
const fileLost = (visible: VisibleDocument, call: Call, context: GateContext): Promise<ApiError> =>
  unavailable(visible, messages.documents.fileNotKept(), call, context, (seconds) => [
    'DOCUMENTATION_NOT_READY',
    messages.documents.fileLost({ id: visible.row.id, seconds }),
  ]);

const notReady = (visible: VisibleDocument, call: Call, context: GateContext): Promise<ApiError> =>
  unavailable(visible, messages.documents.notFetched(), call, context, (seconds) => [
    'DOCUMENTATION_NOT_READY',
    messages.documents.documentNotReady({ id: visible.row.id, seconds }),
  ]);

/** Says when the file may arrive; where no scheduled look could bring it, says so with the facts about the looks. */
async function unavailable(
  { row, documentation }: VisibleDocument,
  why: Message,
  call: Call,
  context: GateContext,
  later: (seconds: number) => [code: 'DOCUMENTATION_NOT_READY' | 'UPSTREAM_UNAVAILABLE', message: Message],
): Promise<ApiError> {
  const { documents: db } = context;
  if (documentation === null) return new ApiError('NOT_FOUND', messages.documents.documentAway({ id: row.id, why }));
  const isListed = await isInNewestVersion(db, row);
  const seconds = isListed ? await secondsAfterRequest(documentation, call, context) : null;
  if (seconds !== null) {
    const [code, message] = later(seconds);
    return new ApiError(code, message, { headers: { 'retry-after': String(seconds) } });
  }
  const details = factsOf({ row: documentation, versions: await versionsOf(db, row.notice) });
  const message = isListed
    ? messages.documents.documentAway({ id: row.id, why })
    : messages.documents.documentReplaced({ id: row.id, why });
  return new ApiError('NOT_FOUND', message, { details });
}

function unknown(id: string, { dataset }: Call, { example }: GateContext): ApiError {
  const problem = messages.documents.unknownDocument({ id });
  const isDemo = dataset.manifest.country === 'demo';
  return new ApiError(
    'NOT_FOUND',
    isDemo ? messages.operations.inDemo({ problem, example: example.document }) : problem,
  );
}
