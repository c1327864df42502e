/** Iterates the rows of a list, and requests the next page when the loop reaches it. */
import type { JsonAnswer } from './answer.ts';
import type { Input } from './asking.ts';
import { FirmotecaError } from './error.ts';
import type { CallOptions, PagesOptions } from './options.ts';

/** Empty pages in a row that end the iteration with an error: lists of the service hardly have two. */
const EMPTY_MAX = 20;

export const pagesOf = (id: string, call: (input: Input, options: CallOptions) => Promise<JsonAnswer>) =>
  async function* rows(input: Input = {}, { rowsMax = Number.POSITIVE_INFINITY, ...options }: PagesOptions = {}) {
    let asked = input;
    let empty = 0;
    const cursors = new Set([input.cursor]);
    for (let left = rowsMax; left > 0; ) {
      const { data, meta } = await call(asked, options);
      if (data === null) throw notLoaded(id);
      const page = Array.isArray(data) ? (data as unknown[]) : [];
      empty = page.length === 0 ? empty + 1 : 0;
      for (const row of page) {
        yield row;
        left--;
        if (left <= 0) return;
      }
      const { nextCursor = null } = (meta as { page?: { nextCursor: string | null } }).page ?? {};
      if (nextCursor === null) return;
      if (cursors.has(nextCursor) || empty === EMPTY_MAX)
        throw new FirmotecaError('UNREADABLE', `The pages of ${id} do not go on.`);
      cursors.add(nextCursor);
      // A cursor contains its position, so an offset does not apply beside it.
      const { offset: _, ...same } = input;
      asked = { ...same, cursor: nextCursor };
    }
  };

/** `data` is null when the source is not loaded, which differs from an empty list. */
const notLoaded = (id: string): FirmotecaError =>
  new FirmotecaError('SOURCE_NOT_LOADED', `The service has not loaded what ${id} lists.`);
