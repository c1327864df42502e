/** Rows of text tables without line ends in quotes: a line end inside a text splits its row, and the pieces are joined again. */

/** A row of more lines is broken; the limit saves the rows after it. */
const JOINED_LINES_MAX = 20;

interface NumberedLine {
  line: number;
  text: string;
}

interface RowTable {
  width: number;
  /** The fields of a line; null when it ends inside a field. */
  split(text: string): string[] | null;
  /** A row with all its fields; `line` is its first one. Returns false for pieces that are no row when joined (`isJoined`). */
  take(cells: string[], line: number, isJoined: boolean): boolean;
  /** Lines, one or several, that are no row: too few fields or too many. */
  refuse(lines: readonly NumberedLine[]): void;
}

export class JoinedRows {
  readonly #table: RowTable;
  #pieces: NumberedLine[] = [];
  /** Of the last row in one line, with the unnamed ones. */
  #fields = 0;

  constructor(table: RowTable) {
    this.#table = table;
  }

  add(text: string, line: number): void {
    const pieces = this.#pieces;
    const { width } = this.#table;
    const cells = this.#table.split(pieces.length === 0 ? text : `${joined(pieces)} ${text}`);
    const fields = cells?.length ?? 0;
    // A delimiter too many at the end of the header or of a line makes an unnamed last field: tolerated while it is empty.
    while (cells !== null && cells.length > width && isBlank(cells.at(-1) ?? '')) cells.pop();
    // The empty fields of a second row behind the pieces of a broken one are not of this kind.
    const isWhole = pieces.length === 0 || fields === width || fields === this.#fields;
    if (cells?.length === width && isWhole && this.#table.take(cells, pieces[0]?.line ?? line, pieces.length > 0)) {
      if (pieces.length === 0) this.#fields = fields;
      else this.#pieces = [];
    } else if (fields < width && pieces.length < JOINED_LINES_MAX) pieces.push({ text, line });
    else if (pieces.length === 0) this.#table.refuse([{ text, line }]);
    else {
      this.end();
      this.add(text, line);
    }
  }

  /** Nothing follows that may belong to the last row. */
  end(): void {
    if (this.#pieces.length === 0) return;
    this.#table.refuse(this.#pieces);
    this.#pieces = [];
  }
}

export const joined = (lines: readonly NumberedLine[]): string => lines.map(({ text }) => text).join(' ');

/** Checks the first character before trimming: hardly any line is blank. */
export const isBlank = (text: string): boolean => text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '');
