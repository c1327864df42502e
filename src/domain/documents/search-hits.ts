/** Documents in the global search: by words of their names, newest first. */
import type { Database } from '#data/store/database.ts';
import type { Term } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { hiddenWords, isHidden } from '#lib/values/indexed-words.ts';
import { words } from '#lib/values/text.ts';
import { cut, titleWords } from './document-names.ts';
import { withheldOf } from './documentation-gate.ts';
import { maskedText } from './masking.ts';
import { documentsByTitle, type TitledRow } from './tables/documents-table.ts';

/** The first words of a longer query are enough. */
const WORDS_MAX = 8;

export const documentHits =
  ({ documents, state, hidden }: { documents: Database; state: Database; hidden(): HiddenPersons }) =>
  async (q: string, limit: number) => {
    const queryWords = [...new Set(words(q).map(cut))].slice(0, WORDS_MAX);
    const terms: Term[] = queryWords.map((word, i) => ({ word, prefix: i === queryWords.length - 1 }));
    const { rows, isWhole } =
      terms.length === 0 ? { rows: [], isWhole: true } : await documentsByTitle(documents, terms);
    const { names } = hidden();
    const masked = (text: string): string => maskedText(text, names);
    const named = rows.filter(({ name }) => matchesVisibleName(name, terms, masked));
    const withheld = await withheldOf(named, { documents, state });
    const visible = named.filter(({ id }) => !withheld.has(id)).sort(newestFirst);
    return {
      rows: visible.slice(0, limit).map((row) => ({
        kind: 'document',
        id: row.id,
        title: `${row.notice}: ${masked(row.name)}`,
        date: row.published_on,
        url:
          row.ack_doc_id === null
            ? `/api/sicap/procedure/${row.notice}/documents`
            : `/api/seap/supplier-issues/${encodeURIComponent(row.ack_doc_id)}`,
      })),
      total: visible.length,
      totalRelation: isWhole ? ('exact' as const) : ('atLeast' as const),
    };
  };

/** Excludes matches by hidden names and personal numbers only. */
function matchesVisibleName(name: string, terms: readonly Term[], masked: (text: string) => string): boolean {
  const shown = masked(name);
  return shown === name || !isHidden(terms, hiddenWords(titleWords(name), titleWords(shown)));
}

const newestFirst = (a: TitledRow, b: TitledRow): number =>
  momentOf(b).localeCompare(momentOf(a)) || (a.id < b.id ? -1 : 1);

const momentOf = ({ published_on, fetched_at }: TitledRow): string => published_on ?? fetched_at ?? '';
