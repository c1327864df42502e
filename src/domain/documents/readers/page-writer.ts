/** Collects the text of pages as a reader comes upon it, and gives it in pieces that a pipe likes, in one spelling. */
import { normalText } from './normal-text.ts';
import { type Piece, Refused } from './pieces.ts';

/** Four thousand pages of close print; whole laws have two million. */
const TEXT_LENGTH_MAX = 20_000_000;
/** A page of a format without pages is given in pieces, cut between lines. */
const PIECE_LENGTH = 500_000;
/** No paragraph has a hundredth of it. */
const LINE_LENGTH_MAX = 2_000_000;

export class PageWriter {
  private number = 1;
  private parts: string[] = [];
  private partsLength = 0;
  private length = 0;
  private hasText = false;
  private ready: Piece[] = [];

  /** Throws `Refused` when the file gives more text than a document has. */
  add(text: string): void {
    this.length += text.length;
    if (this.length > TEXT_LENGTH_MAX) {
      this.flush();
      throw new Refused('tooLarge', `more than ${TEXT_LENGTH_MAX} characters of text`);
    }
    this.hasText ||= text.trim() !== '';
    this.parts.push(text);
    this.partsLength += text.length;
    const mayCut = this.partsLength > PIECE_LENGTH && text.endsWith('\n');
    if (mayCut || this.partsLength > LINE_LENGTH_MAX) this.flush();
  }

  /** A new page, unless nothing stands on this one: programs mark one break twice. */
  breakPage(): void {
    if (this.hasText) this.nextPage();
  }

  /** A new page in any case: slides and sheets may be empty. */
  nextPage(): void {
    this.flush();
    this.number++;
    this.hasText = false;
  }

  /** What is ready; at the end with `isLast`, everything. */
  *take(isLast = false): Generator<Piece> {
    if (isLast) this.flush();
    yield* this.ready.splice(0);
  }

  private flush(): void {
    const text = normalText(this.parts.join(''));
    if (text !== '') this.ready.push({ page: this.number, text });
    this.parts = [];
    this.partsLength = 0;
  }
}

/** What `steps` make a reader write into the pages, as it comes; also what stands before a mistake. The caller takes the end. */
export async function* writtenBy(
  pages: PageWriter,
  steps: AsyncIterable<void> | Iterable<void>,
): AsyncGenerator<Piece> {
  try {
    for await (const _ of steps) yield* pages.take();
  } catch (error) {
    if (error instanceof Refused) yield* pages.take(true);
    throw error;
  }
}
