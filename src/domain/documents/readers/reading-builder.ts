/** Builds a reading from the messages of a reader process: the text with its pages, and the state. */
import type {
  EntryReading,
  FileKind,
  Missing,
  PagedText,
  PageSpan,
  ReaderMessage,
  Reading,
  Refusal,
} from './reading.ts';

const WORDS = /[\p{L}\p{N}]/u;
/** Separates pages. */
const PAGE_END = '\f';

export interface PageText {
  number: number;
  text: string;
  source: 'text' | 'ocr';
}

export class ReadingBuilder {
  kind: FileKind = 'unknown';
  private mediaType = 'application/octet-stream';
  private pagesCount: number | null = null;
  private readonly pages: PageText[] = [];
  private readonly pictures: number[] = [];
  private readonly missing: Missing[] = [];
  private refusal: { state: Refusal; reason: string } | null = null;

  add(message: ReaderMessage): void {
    if ('kind' in message) [this.kind, this.mediaType] = [message.kind, message.mediaType];
    else if ('pagesCount' in message) this.pagesCount = message.pagesCount;
    else if ('page' in message) this.addPage(message.page, message.text, message.isPicture ?? false);
    else if ('skipped' in message) this.missing.push({ what: 'entries', count: message.skipped, why: message.why });
    else if ('reason' in message) this.refuse(message.refused, message.reason);
  }

  refuse(state: Refusal, reason: string): void {
    this.refusal ??= { state, reason };
  }

  /** `entries`: of an archive; null otherwise. */
  reading(entries: EntryReading[] | null): Reading {
    const text = pagedText(this.pages);
    const missing = [...this.missing];
    if (this.pictures.length > 0) missing.push({ what: 'pages', pages: this.pictures, why: 'ocrDue' });
    const rest = this.restMissing(entries);
    if (rest && (text !== null || this.pictures.length > 0 || (entries?.length ?? 0) > 0)) missing.push(rest);
    return {
      kind: this.kind,
      mediaType: this.mediaType,
      state: this.state(text, entries, missing),
      text,
      pagesCount: this.pagesCount,
      missing,
      entries,
      reason: this.refusal?.reason ?? null,
    };
  }

  private addPage(number: number, text: string, isPicture: boolean): void {
    if (isPicture) this.pictures.push(number);
    const last = this.pages.at(-1);
    if (last?.number === number) last.text += `\n${text}`;
    else this.pages.push({ number, text, source: 'text' });
  }

  private state(text: PagedText | null, entries: EntryReading[] | null, missing: Missing[]): Reading['state'] {
    if (entries !== null && (entries.length > 0 || this.refusal === null)) return 'archive';
    if (text !== null) return missing.length > 0 ? 'partly' : 'read';
    if (this.pictures.length > 0) return 'ocrDue';
    return this.refusal?.state ?? 'none';
  }

  private restMissing(entries: EntryReading[] | null): Missing | null {
    const state = this.refusal?.state;
    if (state === undefined) return null;
    const why = state === 'tooLarge' || state === 'tooLong' ? state : 'damaged';
    if (entries !== null) return { what: 'entries', count: null, why };
    return { what: 'rest', fromPage: this.nextPage(), why };
  }

  /** Where the page count is known, each page is complete. */
  private nextPage(): number {
    const last = this.pages.at(-1)?.number ?? 0;
    return this.pagesCount === null ? Math.max(1, last) : last + 1;
  }
}

/** Joins pages with words; null when there is none. */
export function pagedText(pages: readonly PageText[]): PagedText | null {
  const spans: PageSpan[] = [];
  let text = '';
  for (const { number, text: written, source } of pages) {
    if (!WORDS.test(written)) continue;
    if (spans.length > 0) text += PAGE_END;
    spans.push({ number, start: text.length, end: text.length + written.length, source });
    text += written;
  }
  return spans.length > 0 ? { text, pages: spans } : null;
}
