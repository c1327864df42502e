/** The answer of the comparison endpoint: its schema, and replaced texts after redaction. */

import { Type } from 'typebox';
import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { Withheld } from '#domain/documents/document.ts';
import type { DocumentsContext } from '#domain/documents/documentation-gate.ts';
import type { PagedText } from '#domain/documents/readers/reading.ts';
import { summaryFields } from '#domain/documents/signature.ts';
import {
  contentsOf,
  pagesOf,
  storeComparison,
  storedComparison,
  textLength,
} from '#domain/documents/tables/contents-table.ts';
import type { ContentRow } from '#domain/documents/tables/rows.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ChangedBlock, ChangedText } from './changed-text.ts';

const Words = Type.Object(
  {
    kind: oneOf(['same', 'added', 'removed'], {
      en: '`same` is in both texts.',
      ro: '`same` este în ambele texte.',
    }),
    text: field(Type.String(), {
      en: 'One behind the other they are both texts.',
      ro: 'Puse unul după altul sunt ambele texte.',
    }),
  },
  { ...closed, title: 'ChangedWords' },
);

const Block = Type.Object(
  {
    kind: oneOf(['added', 'removed', 'changed'], {
      en: 'What became of these paragraphs.',
      ro: 'Ce s-a întâmplat cu aceste paragrafe.',
    }),
    page: field(Type.Integer(), {
      en: 'Page of the newer text; of the older one for what was removed.',
      ro: 'Pagina textului mai nou; a celui mai vechi, pentru ce a fost eliminat.',
    }),
    before: orNone(Type.String(), {
      en: 'As it was; null of what was added.',
      ro: 'Cum era; null la ce a fost adăugat.',
    }),
    after: orNone(Type.String(), {
      en: 'As it is; null of what was removed.',
      ro: 'Cum este; null la ce a fost scos.',
    }),
    words: orNull(Type.Array(Words), {
      en: 'Words of a changed block; null when it is too long, or was redacted.',
      ro: 'La un bloc schimbat, cuvintele lui; null când este prea lung sau are date eliminate.',
    }),
    cut: field(Type.Boolean(), {
      en: 'Whether `before` or `after` is cut.',
      ro: 'Dacă `before` sau `after` este mai lung decât se arată.',
    }),
  },
  { ...closed, title: 'ChangedBlock' },
);
type Block = Static<typeof Block>;

const Mention = Type.Object(
  {
    documentId: field(Type.String(), { en: 'The document.', ro: 'Documentul.' }),
    code: field(Type.String(), {
      en: 'The procurement system’s own code.',
      ro: 'Codul propriu al sistemului de achiziții.',
    }),
    name: orNull(Type.String(), {
      en: 'Its name; null when it is withheld.',
      ro: 'Numele lui; null când este reținut.',
    }),
    withheld: orNone(Withheld, { en: 'Null: it is not withheld.', ro: 'Null: nu este reținut.' }),
  },
  { ...closed, title: 'ChangedDocumentMention' },
);

const pair = {
  documentId: field(Type.String(), {
    en: 'The document of the newer version.',
    ro: 'Documentul din versiunea mai nouă.',
  }),
  previousId: field(Type.String(), { en: 'That of the older one.', ro: 'Cel din versiunea mai veche.' }),
  name: orNull(Type.String(), {
    en: 'Its name in the newer version; null when it is withheld.',
    ro: 'Numele lui în versiunea mai nouă; null când este reținut.',
  }),
  previousName: orNull(Type.String(), {
    en: 'Its name in the older version; null when that is withheld.',
    ro: 'Numele lui în versiunea mai veche; null când acela este reținut.',
  }),
  withheld: orNone(Withheld, {
    en: 'Of one of the two; null: none is withheld.',
    ro: 'Al unuia dintre cele două; null: niciunul nu este reținut.',
  }),
};

const Renamed = Type.Object(pair, { ...closed, title: 'RenamedDocument' });

const Resigned = Type.Object(
  {
    ...pair,
    ...summaryFields,
    previousVerdict: orNull(oneOf(['valid', 'invalid', 'indeterminate'], 'The worst of its signatures.'), {
      en: 'The same of the older one. Null when it had none.',
      ro: 'La fel pentru cel mai vechi. Null când nu avea niciuna.',
    }),
    previousFacts: summaryFields.signatureFacts,
  },
  { ...closed, title: 'ResignedDocument' },
);

export const Replaced = Type.Object(
  {
    ...pair,
    text: oneOf(['changed', 'same', 'replaced', 'unreadable', 'tooLong', 'pending', 'withheld', 'notAsked'], {
      en: '`changed`: see `blocks`. `same`: the text is the same, the file is not. `replaced`: the texts have little in common. `unreadable`: one of them could not be read. `tooLong`: too long to be compared. `pending`: not compared yet, repeat the request. `notAsked`: `documentId` selects another document.',
      ro: '`changed`: vedeți `blocks`. `same`: textul este același, fișierul nu. `replaced`: textele au puțin în comun. `unreadable`: unul dintre ele nu s-a putut citi. `tooLong`: prea lungi pentru comparare. `pending`: necomparate încă, repetați cererea. `notAsked`: `documentId` indică alt document.',
    }),
    blocks: field(Type.Array(Block), {
      en: 'What changed, in the order of the text.',
      ro: 'Ce s-a schimbat, în ordinea textului.',
    }),
    blocksCount: field(Type.Integer(), {
      en: 'How many there are; `blocks` has the first.',
      ro: 'Câte sunt; `blocks` le are pe primele.',
    }),
  },
  { ...closed, title: 'ReplacedDocument' },
);
export type Replaced = Static<typeof Replaced>;

export const Changes = Type.Object(
  {
    from: orNone(Type.Integer(), {
      en: 'The older version; null when there is only one.',
      ro: 'Versiunea mai veche; null când există doar una.',
    }),
    to: orNone(Type.Integer(), {
      en: 'The newer version; null when there is none.',
      ro: 'Versiunea mai nouă; null când nu există niciuna.',
    }),
    added: field(Type.Array(Mention), { en: 'Documents that came.', ro: 'Documente apărute.' }),
    removed: field(Type.Array(Mention), { en: 'Documents that went.', ro: 'Documente dispărute.' }),
    renamed: field(Type.Array(Renamed), {
      en: 'The same content under another name.',
      ro: 'Același conținut sub alt nume.',
    }),
    resigned: field(Type.Array(Resigned), {
      en: 'The same content in other signed containers, and renewed detached signatures.',
      ro: 'Același conținut în alte containere semnate și semnături detașate, refăcute.',
    }),
    changed: field(Type.Array(Replaced), {
      en: 'Other content under the same name, without the extensions of signed containers.',
      ro: 'Alt conținut sub același nume, fără extensiile containerelor semnate.',
    }),
    unchangedCount: field(Type.Integer(), {
      en: 'Documents that are the same in both.',
      ro: 'Documente care sunt aceleași în amândouă.',
    }),
  },
  { ...closed, title: 'DocumentationChanges' },
);

/** Length of one text of a block. */
const BLOCK_LENGTH_MAX = 10_000;
/** Length of all blocks of an answer. */
export const ANSWER_LENGTH_MAX = 500_000;

/** `remaining`: characters that the answer may still take. */
export function displayedText(
  change: TextChange,
  masked: (text: string) => string,
  remaining: number,
): Pick<Replaced, 'text' | 'blocks' | 'blocksCount'> & { characters: number } {
  if (change.kind !== 'changed') return { text: change.kind, blocks: [], blocksCount: 0, characters: 0 };
  const blocks: Block[] = [];
  let characters = 0;
  for (const stored of change.blocks) {
    if (characters >= remaining) break;
    const block = displayedBlock(stored, masked);
    characters += (block.before?.length ?? 0) + (block.after?.length ?? 0);
    blocks.push(block);
  }
  return { text: 'changed', blocks, blocksCount: change.blocksCount, characters };
}

/** Blocks are masked before they are cut; the words of a masked block are left out, because a name may span several of them. */
function displayedBlock({ kind, page, before, after, words }: ChangedBlock, masked: (text: string) => string): Block {
  const [older, newer] = [before && masked(before), after && masked(after)];
  const isWhole = older === before && newer === after;
  const cut = (text: string | null): string | null => text?.slice(0, BLOCK_LENGTH_MAX).toWellFormed() ?? null;
  const isCut = Math.max(older?.length ?? 0, newer?.length ?? 0) > BLOCK_LENGTH_MAX;
  return { kind, page, before: cut(older), after: cut(newer), words: isWhole && !isCut ? words : null, cut: isCut };
}

type TextChange =
  | ChangedText
  /** One of the two documents has no readable text. */
  | { kind: 'unreadable' }
  /** The texts are too long to compare. */
  | { kind: 'tooLong' }
  /** Not compared within the time that a caller waits: a later request finds the result, or the next one. */
  | { kind: 'pending' };

/** Limit of both texts: some 2,000 pages. */
const CHARACTERS_MAX = 8_000_000;
/** How long a call starts new comparisons; the running one is awaited. */
const COMPARE_MS = 8_000;

type CompareTexts = (before: string | null, after: string | null) => Promise<TextChange>;

/**
 * Compares the texts of replaced documents for one call, whose time starts now. Results are stored unmasked, because the list of hidden
 * persons may change.
 */
export function createComparer(call: Call, context: Pick<DocumentsContext, 'documents' | 'analyses'>): CompareTexts {
  const { documents: db, analyses } = context;
  const { dataset, caller, signal } = call;
  const end = performance.now() + COMPARE_MS;
  return async (before, after) => {
    if (before === null || after === null) return { kind: 'unreadable' };
    const stored = await storedComparison(db, before, after);
    if (stored) return stored;
    const contents = await contentsOf(db, [before, after]);
    const [older, newer] = [contents.get(before), contents.get(after)];
    if (!older || !newer || !isReadable(older) || !isReadable(newer)) return { kind: 'unreadable' };
    const characters = (await textLength(db, older.key)) + (await textLength(db, newer.key));
    if (characters > CHARACTERS_MAX) return { kind: 'tooLong' };
    if (performance.now() > end) return { kind: 'pending' };
    const [olderText, newerText] = [await pagedText(older, context), await pagedText(newer, context)];
    const requester = { by: callerKey(caller), signal };
    const change = await analyses.changedTextOf(dataset, olderText, newerText, requester);
    // Pages that wait for OCR will change the text, so the result is not stored.
    if (older.ocr_due === 0 && newer.ocr_due === 0) await storeComparison(db, [before, after], change, call.now);
    return change;
  };
}

const isReadable = ({ state }: ContentRow): boolean => state === 'read' || state === 'partly' || state === 'archive';

async function pagedText(
  { sha256 }: ContentRow,
  { documents }: Pick<DocumentsContext, 'documents'>,
): Promise<PagedText> {
  const rows = await pagesOf(documents, sha256);
  let at = 0;
  const pages = rows.map(({ number, source, text }) => {
    const start = at;
    at += text.length + 1;
    return { number, start, end: start + text.length, source };
  });
  return { text: rows.map(({ text }) => text).join('\f'), pages };
}
