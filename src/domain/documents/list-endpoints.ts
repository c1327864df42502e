/** The endpoints for the documents of a notice and their signatures. */
import { Type } from 'typebox';
import { type AnswerMeta, type Call, endpoint } from '#api/endpoint.ts';
import { Cursor, Limit } from '#api/parameters.ts';
import { about, closed, field } from '#lib/schema/fields.ts';
import { Document, type DocumentContent, document, withheldDocument } from './document.ts';
import { type Documentation, type DocumentsContext, documentationOfCall, gateErrors } from './documentation-gate.ts';
import { DocumentationStatus, documentationMeta, metaOf, ofNotice, version } from './documentation-meta.ts';
import { maskedText } from './masking.ts';
import { Signature, signatureSummary, signaturesOf } from './signature.ts';
import { beginningsOf, contentsOf } from './tables/contents-table.ts';
import type { ContentRow, DocumentRow } from './tables/rows.ts';

const query = Type.Object(
  {
    version: version({
      en: 'Version of the documentation; the newest that was collected.',
      ro: 'Versiunea documentației; cea mai nouă adunată.',
    }),
    limit: Limit(200, 50),
    cursor: Cursor,
  },
  closed,
);

const SignatureCounts = Type.Object(
  {
    documents: field(Type.Integer(), { en: 'Documents of the version.', ro: 'Documentele versiunii.' }),
    signed: field(Type.Integer(), {
      en: 'Number of them with a signature or a signed container; one with a detached signature counts once.',
      ro: 'Dintre ele, cu o semnătură sau un container semnat; unul cu semnătură detașată contează o dată.',
    }),
    unsigned: field(Type.Integer(), { en: 'Opened, and without any.', ro: 'Deschise și fără niciuna.' }),
    notOpened: field(Type.Integer(), { en: 'Not opened yet.', ro: 'Nedeschise încă.' }),
    failed: field(Type.Integer(), { en: 'Could not be fetched.', ro: 'Nu s-au putut obține.' }),
    withheld: field(Type.Integer(), {
      en: 'Withheld: no details.',
      ro: 'Reținute: fără detalii.',
    }),
  },
  {
    ...closed,
    title: 'SignatureCounts',
    ...about({ en: 'How many documents the signatures are of.', ro: 'Ale câtor documente sunt semnăturile.' }),
  },
);

export const lists = (context: DocumentsContext) => ({
  getDocuments: endpoint({
    path: '/api/sicap/procedure/{notice}/documents',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: { en: 'Documents of a procedure', ro: 'Documentele unei proceduri' },
    about: {
      en: 'The documents that the authority published, in the order of their codes: metadata for all callers, `content` (excerpt, addresses of text and file) for Pro. Before the first collection of a notice the answer is a 409 whose `Retry-After` is the time until that collection; a request moves it to the front of the queue. After it an empty list means that the procurement system lists no document: `meta.documentation` states when it was read (`lookedAt`) and when it is read again (`nextLookAt`), which further requests do not change. A file that could not be fetched states the reason in its row; a withheld one keeps its row and its id.',
      ro: 'Documentele publicate de autoritate, în ordinea codurilor: datele despre ele pentru toți, `content` (extras, adresele textului și fișierului) pentru Pro. Înainte de prima verificare a unui anunț răspunsul este un 409 al cărui `Retry-After` este timpul până la acea verificare; cererea îl mută în față la rând. După ea o listă goală înseamnă că sistemul de achiziții nu enumeră niciun document: `meta.documentation` arată când a fost citit (`lookedAt`) și când va fi citit din nou (`nextLookAt`), iar o nouă cerere nu schimbă asta. Un fișier care nu s-a putut obține spune de ce în rândul lui; unul reținut își păstrează rândul și identificatorul.',
    },
    params: ofNotice(context),
    query,
    data: Type.Array(Document),
    meta: documentationMeta,
    errors: gateErrors,
    examples: [{ title: { en: 'A procedure', ro: 'O procedură' }, params: { notice: context.example.notice } }],
    async handle(parameters, call) {
      const found = await documentationOfCall(parameters, call, context);
      const page = pageOf(found, 'documents', parameters, found.documents.length, context);
      const rows = found.documents.slice(page.offset, page.offset + page.limit);
      const meta = metaOf(found, call, context);
      return {
        data: await documentList(rows, found, call, context),
        meta: { ...meta, ...redacted('content', call), page },
      };
    },
  }),

  getSigners: endpoint({
    path: '/api/sicap/procedure/{notice}/signers',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: { en: 'Signatures on the documents of a procedure', ro: 'Semnăturile de pe documentele unei proceduri' },
    about: {
      en: 'Every signature on every document, verified: whether the content is unchanged since it was signed, whether the certificate chain ends at a trusted authority, and why a signature is not valid. The signer (`signer`) is part of Pro. A signed container without any readable signature has a row, too: its verdict is `indeterminate`, with a reason. `meta.signatures` counts documents without a signature.',
      ro: 'Fiecare semnătură de pe fiecare document, verificată: dacă conținutul este cel semnat, dacă certificatul duce la o autoritate de încredere și de ce o semnătură nu este valabilă. Semnatarul (`signer`) face parte din Pro. Și un container semnat fără nicio semnătură lizibilă are un rând: verdictul lui este `indeterminate`, cu un motiv. `meta.signatures` numără documentele fără semnătură.',
    },
    params: ofNotice(context),
    query,
    data: Type.Array(Signature),
    meta: Type.Object({ documentation: DocumentationStatus, signatures: SignatureCounts }),
    errors: gateErrors,
    examples: [{ title: { en: 'A procedure', ro: 'O procedură' }, params: { notice: context.example.notice } }],
    async handle(parameters, call) {
      const found = await documentationOfCall(parameters, call, context);
      const { documents, withheld } = found;
      const { names } = context.hidden();
      const { caller, language } = call;
      const reader = { pro: caller.pro, language, masked: (text: string) => maskedText(text, names) };
      const visible = documents.filter(({ id }) => !withheld.has(id));
      const all = visible.flatMap((row) => signaturesOf(row, reader));
      const page = pageOf(found, 'signers', parameters, all.length, context);
      const meta = metaOf(found, call, context);
      const signed = new Set(all.map(({ documentId, signs }) => signs ?? documentId));
      const count = (...states: DocumentRow['state'][]) => visible.filter(({ state }) => states.includes(state)).length;
      const signatures = {
        documents: documents.length,
        signed: signed.size,
        unsigned: visible.filter(({ id, signs, state }) => state === 'opened' && !signed.has(signs ?? id)).length,
        notOpened: count('listed', 'stored'),
        failed: count('failed'),
        withheld: documents.length - visible.length,
      };
      return {
        data: all.slice(page.offset, page.offset + page.limit),
        meta: { ...meta, ...redacted('signer', call), page, extra: { ...meta.extra, signatures } },
      };
    },
  }),
});

const redacted = (field: string, { caller }: Call): Pick<AnswerMeta, 'redacted'> =>
  caller.pro ? {} : { redacted: [field] };

/** The cursor is bound to the version, so that a newer version does not mix into the pages. */
function pageOf(
  { row, version: shownVersion }: Documentation,
  list: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  total: number,
  { cursors }: DocumentsContext,
) {
  const path = `/api/sicap/procedure/${row.notice}/${list}`;
  return cursors.page({ path, query: { limit, version: shownVersion?.version } }, cursor, limit, total, false);
}

async function documentList(
  rows: readonly DocumentRow[],
  { version: shownVersion, documents, withheld }: Documentation,
  { caller, language }: Call,
  context: DocumentsContext,
): Promise<Document[]> {
  const { documents: db } = context;
  const { names } = context.hidden();
  const masked = (text: string): string => maskedText(text, names);
  const open = rows.filter(({ id }) => !withheld.has(id));
  const texts = await contentsOf(
    db,
    open.flatMap(({ content_sha256 }) => content_sha256 ?? []),
  );
  const keys = caller.pro ? [...texts.values()].map(({ key }) => key) : [];
  const beginnings = await beginningsOf(db, keys, EXCERPT_READ);
  const number = shownVersion?.version ?? 0;
  const visible = documents.filter(({ id }) => !withheld.has(id));
  return rows.map((row) => {
    const withholding = withheld.get(row.id);
    if (withholding) return withheldDocument(row, number, withholding);
    const text = texts.get(row.content_sha256 ?? '') ?? null;
    const begins = (text && beginnings.get(text.key)) ?? [];
    const content = caller.pro && row.content_sha256 !== null ? contentOf(row, text, begins, masked) : null;
    return document({
      row,
      signatures: signatureSummary(row, visible),
      version: number,
      text,
      content,
      language,
      masked,
    });
  });
}

function contentOf(
  { id }: DocumentRow,
  text: ContentRow | null,
  begins: readonly { text: string }[],
  masked: (text: string) => string,
): DocumentContent {
  const path = `/api/sicap/document/${encodeURIComponent(id)}`;
  const excerpt = excerptOf(begins, masked);
  return {
    textUrl: text === null || begins.length === 0 ? null : `${path}/text`,
    downloadUrl: `${path}/download`,
    excerpt: excerpt?.text ?? null,
    masked: excerpt?.masked ?? false,
  };
}

const EXCERPT_LENGTH = 2_000;
/** Characters read per page for an excerpt: masking shortens a text. */
const EXCERPT_READ = 4_000;
/** A name cut off by this limit lies within these last characters. */
const CUT_LENGTH = 200;

function excerptOf(
  pages: readonly { text: string }[],
  masked: (text: string) => string,
): { text: string; masked: boolean } | null {
  const read = pages
    .map(({ text }) => text)
    .join('\n')
    .slice(0, EXCERPT_READ);
  if (read.trim() === '') return null;
  const whole = masked(read);
  const sure =
    read.length < EXCERPT_READ && pages.every(({ text }) => text.length < EXCERPT_READ)
      ? whole.length
      : whole.length - CUT_LENGTH;
  const text = whole
    .slice(0, Math.max(0, Math.min(EXCERPT_LENGTH, sure)))
    .toWellFormed()
    .trim();
  return { text, masked: whole !== read };
}
