/** The search endpoint for the documents of a procedure. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { Cursor, Limit, SearchText } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { type Documentation, type DocumentsContext, documentationOfCall, gateErrors } from './documentation-gate.ts';
import { DocumentationStatus, metaOf, ofNotice, Reason, version } from './documentation-meta.ts';
import { maskedText } from './masking.ts';
import { isDetachedSignature } from './opener/file-names.ts';
import type { Missing } from './readers/reading.ts';
import { type PageMatch, search } from './search/search.ts';
import { signatureSummary, summaryFields } from './signature.ts';
import { reasonIn, storedReason } from './stored-reason.ts';
import { contentsOf } from './tables/contents-table.ts';
import type { ContentRow, DocumentRow } from './tables/rows.ts';

const Match = Type.Object(
  {
    start: field(Type.Integer(), {
      en: 'Where it begins in `snippet`, in UTF-16 units.',
      ro: 'Unde începe în `snippet`, în unități UTF-16.',
    }),
    end: field(Type.Integer(), { en: 'Behind its last letter.', ro: 'După ultima lui literă.' }),
  },
  { ...closed, title: 'SnippetMatch' },
);

const Hit = Type.Object(
  {
    documentId: field(Type.String(), { en: 'The document.', ro: 'Documentul.' }),
    name: field(Type.String(), { en: 'Its name, as the list gives it.', ro: 'Numele lui, cum îl dă lista.' }),
    alsoIn: field(Type.Array(Type.String()), {
      en: 'Other documents of the version with the same content.',
      ro: 'Alte documente ale versiunii cu același conținut.',
      heading: { en: 'Also in', ro: 'Și în' },
    }),
    version: field(Type.Integer(), {
      en: 'Version of the documentation that was searched.',
      ro: 'Versiunea documentației în care s-a căutat.',
    }),
    page: field(Type.Integer(), {
      en: 'Page, as the file counts, or the file inside of an archive.',
      ro: 'Pagina, cum o numără fișierul, sau fișierul dintr-o arhivă.',
    }),
    number: field(Type.Integer(), {
      en: 'The same over all pages that were read, for `fromPage` of the text.',
      ro: 'Aceeași, peste tot ce s-a citit: ce ia `fromPage` de la text.',
    }),
    entry: orNone(Type.String(), {
      en: 'Name of the file inside of an archive; null when it is none.',
      ro: 'Numele fișierului dintr-o arhivă; null când nu este în arhivă.',
      heading: { en: 'File of the archive', ro: 'Fișier din arhivă' },
    }),
    source: oneOf(['text', 'ocr'], {
      en: '`ocr`: read by OCR, letters may be wrong.',
      ro: '`ocr`: citit dintr-o imagine, literele pot fi greșite.',
    }),
    snippet: field(Type.String(), {
      en: 'Plain text around the words, at most 300 characters; personal numbers and names of hidden persons are redacted.',
      ro: 'Text simplu din jurul cuvintelor, cel mult 300 de caractere; codurile personale și numele persoanelor ascunse sunt scoase.',
      heading: { en: 'Passage', ro: 'Pasaj' },
    }),
    matches: field(Type.Array(Match), {
      en: 'Positions of the words in `snippet`.',
      ro: 'Pozițiile cuvintelor în `snippet`.',
      heading: { en: 'Places in the passage', ro: 'Locuri în pasaj' },
    }),
    found: oneOf(['all', 'near', 'some'], {
      en: '`all`: the page has all words. `near`: it has them together with the page before or behind. `some`: no page has all, this one has most.',
      ro: '`all`: pagina are toate cuvintele. `near`: le are împreună cu pagina dinainte sau de după. `some`: nicio pagină nu le are pe toate, aceasta le are pe cele mai multe.',
    }),
    score: field(Type.Number(), {
      en: 'Higher is better; comparable within one answer only, and within one kind of `found`.',
      ro: 'Mai mare este mai bine; se compară doar în același răspuns și în același fel de `found`.',
      heading: { en: 'Score', ro: 'Scor' },
    }),
    ...summaryFields,
  },
  { ...closed, title: 'DocumentHit', description: 'A page on which something was found.' },
);

const NotSearched = Type.Object(
  {
    documentId: field(Type.String(), { en: 'The document.', ro: 'Documentul.' }),
    name: orNull(Type.String(), {
      en: 'Its name, as the list gives it; null when it is withheld.',
      ro: 'Numele lui, cum îl dă lista; null când este reținut.',
    }),
    partly: field(Type.Boolean(), { en: 'Whether the rest of it was searched.', ro: 'Dacă în rest s-a căutat.' }),
    reason: Reason,
  },
  { ...closed, title: 'NotSearched' },
);

const SearchStatus = Type.Object(
  {
    documents: field(Type.Integer(), {
      en: 'Documents that were searched, as a whole or in part.',
      ro: 'Documente în care s-a căutat, întregi sau în parte.',
    }),
    pages: field(Type.Integer(), { en: 'Their pages with text.', ro: 'Paginile lor cu text.' }),
    notSearchedCount: field(Type.Integer(), {
      en: 'Documents that could not be searched, or not to their end.',
      ro: 'Documente în care nu s-a putut căuta sau nu până la capăt.',
    }),
    notSearched: field(Type.Array(NotSearched), {
      en: 'Which of them, and why: some of them if there are very many.',
      ro: 'Care anume și de ce: o parte dintre ele, dacă sunt foarte multe.',
    }),
  },
  {
    ...closed,
    title: 'SearchStanding',
    ...about({ en: 'What was looked through, and what could not be.', ro: 'Ce s-a cercetat și ce nu s-a putut.' }),
  },
);

/** Rows of `notSearched`; the count covers all. */
const NOT_SEARCHED_MAX = 100;

export const searches = (context: DocumentsContext) => ({
  searchDocuments: endpoint({
    path: '/api/sicap/procedure/{notice}/search',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Search in the documents of a procedure', ro: 'Căutare în documentele unei proceduri' },
    about: {
      en: 'Pages with the words, best first. Diacritics and Romanian endings do not matter (`garantie` finds `garanțiilor`), a phrase in quotation marks is matched in its order, the last word may be incomplete. Pages with all words come first, then pages that have them together with their neighbours; only without those, pages with most of the words. `meta.search.notSearched` lists documents that could not be searched (scans that wait for OCR, files with a password).',
      ro: 'Paginile cu cuvintele căutate, cele mai bune întâi. Diacriticele și terminațiile românești nu contează (`garantie` găsește `garanțiilor`), o expresie între ghilimele se găsește în ordinea ei, ultimul cuvânt poate fi doar început. Întâi paginile cu toate cuvintele, apoi cele care le au împreună cu vecinele lor; numai dacă nu există, paginile cu cele mai multe dintre cuvinte. `meta.search.notSearched` enumeră documentele în care nu s-a putut căuta (scanări care așteaptă OCR, fișiere cu parolă).',
    },
    params: ofNotice(context),
    query: Type.Object(
      {
        q: SearchText,
        version: version({
          en: 'Version of the documentation; the newest that was collected.',
          ro: 'Versiunea documentației; cea mai nouă adunată.',
        }),
        limit: Limit(50, 20),
        cursor: Cursor,
      },
      closed,
    ),
    data: Type.Array(Hit),
    meta: Type.Object({ documentation: DocumentationStatus, search: SearchStatus }),
    errors: gateErrors,
    examples: [
      {
        title: { en: 'How long delivery takes', ro: 'Cât durează livrarea' },
        params: { notice: context.example.notice },
        query: { q: 'termen de livrare' },
      },
    ],
    async handle({ q, limit, cursor, ...parameters }, call) {
      const documentation = await documentationOfCall(parameters, call, context);
      const { contents, shown, unsearched } = await searchable(documentation, context);
      const hidden = context.hidden();
      const keys = [...shown.keys()];
      const found = await search(q, { db: context.documents, contents: keys, hidden });
      if (found === null)
        throw new ApiError('INVALID_PARAMETER', messages.documentSearch.noWordToFind(), {
          details: [{ in: 'query', name: 'q', problem: messages.documentSearch.noWord() }],
        });
      const path = `/api/sicap/procedure/${documentation.row.notice}/search`;
      const number = documentation.version?.version;
      const page = context.cursors.page(
        { path, query: { q, limit, version: number } },
        cursor,
        limit,
        found.ranked.length,
        false,
      );
      const pages = await found.shown(page.offset, page.limit);
      const masked = (text: string): string => maskedText(text, hidden.names);
      const meta = metaOf(documentation, call, context);
      const isPending = contents.some((content) => content.ocr_due === 1);
      return {
        data: pages.map((each) => hitOf(each, shown.get(each.content) ?? [], documentation, masked)),
        meta: {
          ...meta,
          page,
          ...(found.ranked[0]?.found === 'some' && { warnings: [messages.documentSearch.someWords()] }),
          ...(isPending && { pending: [...(meta.pending ?? []), 'text'] }),
          extra: {
            ...meta.extra,
            search: {
              documents: [...shown.values()].flat().length,
              pages: found.pagesCount,
              notSearchedCount: unsearched.length,
              notSearched: unsearched
                .slice(0, NOT_SEARCHED_MAX)
                .map((each) => notSearchedFact(each, documentation, masked, call)),
            },
          },
        },
      };
    },
  }),
});

/** The searchable documents by the key of their content, and the documents that could not be searched. */
async function searchable({ documents, withheld }: Documentation, { documents: db }: DocumentsContext) {
  const open = documents.filter(({ id }) => !withheld.has(id));
  const texts = await contentsOf(
    db,
    open.flatMap(({ content_sha256 }) => content_sha256 ?? []),
  );
  const contentOf = (row: DocumentRow): ContentRow | null => texts.get(row.content_sha256 ?? '') ?? null;
  const shown = new Map<number, DocumentRow[]>();
  for (const row of open) {
    const content = contentOf(row);
    if (content && SEARCHED.has(content.state)) shown.set(content.key, [...(shown.get(content.key) ?? []), row]);
  }
  const unsearched = documents.flatMap(
    (row) => unsearchedPart(row, contentOf(row), withheld.has(row.id), storedReason) ?? [],
  );
  return { contents: [...texts.values()], shown, unsearched };
}

/** States with text, or known to have none. */
const SEARCHED: ReadonlySet<ContentRow['state']> = new Set(['read', 'partly', 'archive', 'none']);

function hitOf(
  { page, number, entry, source, found, score, snippet }: PageMatch,
  rows: readonly DocumentRow[],
  { version: shown, documents, withheld }: Documentation,
  masked: (text: string) => string,
): Static<typeof Hit> {
  const [row, ...others] = rows;
  if (!row) throw new Error('A page was found in a content that nobody asked for.');
  return {
    documentId: row.id,
    name: masked(row.name),
    alsoIn: others.map(({ id }) => id),
    version: shown?.version ?? 0,
    page,
    number,
    entry,
    source,
    snippet: snippet.text,
    matches: snippet.matches,
    found,
    score: Math.round(score * SCORE_PLACES) / SCORE_PLACES,
    ...signatureSummary(
      row,
      documents.filter(({ id }) => !withheld.has(id)),
    ),
  };
}

const SCORE_PLACES = 1_000;

const notSearchedFact = (
  { row, reason, isPartly }: Unsearched,
  { withheld }: Documentation,
  masked: (text: string) => string,
  { language }: Call,
): Static<typeof NotSearched> => ({
  documentId: row.id,
  // The name may be the reason for withholding it.
  name: withheld.has(row.id) ? null : masked(row.name),
  partly: isPartly,
  reason: reasonIn(reason, language),
});

interface Unsearched {
  row: DocumentRow;
  reason: Message;
  /** Whether the rest of it was searched. */
  isPartly: boolean;
}

/** Null when the whole document was searched. `stored` parses a reason of the row. */
function unsearchedPart(
  row: DocumentRow,
  content: ContentRow | null,
  isWithheld: boolean,
  stored: (json: string) => Message,
): Unsearched | null {
  const notSearchedFact = (reason: Message, isPartly = false): Unsearched => ({ row, reason, isPartly });
  if (isWithheld) return notSearchedFact(messages.notSearched.withheld());
  if (row.state === 'listed') return notSearchedFact(messages.notSearched.notFetched());
  if (row.state === 'stored') return notSearchedFact(messages.notSearched.notOpened());
  if (row.state === 'failed')
    return notSearchedFact(row.reason === null ? messages.notSearched.notFetched() : stored(row.reason));
  // A detached signature has no text.
  if (isDetachedSignature(row)) return null;
  if (row.content_sha256 === null)
    return notSearchedFact(row.reason === null ? messages.notSearched.nothingInside() : stored(row.reason));
  if (content === null) return notSearchedFact(messages.notSearched.notOpened());
  return ofContent(content, notSearchedFact);
}

function ofContent(
  content: ContentRow,
  notSearchedFact: (reason: Message, isPartly?: boolean) => Unsearched,
): Unsearched | null {
  const { state, missing, entries } = content;
  const why = (JSON.parse(missing) as Missing[]).some((each) => each.why === 'ocrDue');
  if (state === 'read' || state === 'none') return null;
  if (state === 'partly')
    return notSearchedFact(why ? messages.notSearched.ocrDue() : messages.notSearched.partly(), true);
  if (state !== 'archive') return notSearchedFact(messages.notSearched[state]());
  const inside = JSON.parse(entries ?? '[]') as { state: ContentRow['state'] }[];
  const isWhole = missing === '[]' && inside.every((entry) => WHOLE.has(entry.state));
  return isWhole ? null : notSearchedFact(messages.notSearched.partly(), true);
}

const WHOLE: ReadonlySet<string> = new Set(['read', 'none', 'archive']);
