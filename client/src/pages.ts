/** The rows of a list, page after page, for as long as somebody takes them. */
import type { JsonAnswer } from './answer.ts';
import type { Input } from './asking.ts';
import { FirmotecaError } from './error.ts';
import type { CallOptions, PagesOptions } from './options.ts';

export const pagesOf = (id: string, call: (input: Input, options: CallOptions) => Promise<JsonAnswer>) =>
  async function* rows(input: Input = {}, { rowsMax = Number.POSITIVE_INFINITY, ...options }: PagesOptions = {}) {
    let asked = input;
    for (let left = rowsMax; left > 0; ) {
      const { data, meta } = await call(asked, options);
      const page = data === null ? notLoaded(id) : (data as unknown[]);
      for (const row of page) {
        yield row;
        left--;
        if (left <= 0) return;
      }
      const { nextCursor = null } = (meta as { page?: { nextCursor: string | null } }).page ?? {};
      if (nextCursor === null) return;
      if (nextCursor === asked.cursor) throw new FirmotecaError('UNREADABLE', `The pages of ${id} do not go on.`);
      // A cursor knows its place: an offset does not go with it.
      const { offset: _, ...same } = input;
      asked = { ...same, cursor: nextCursor };
    }
  };

/** No list is not an empty one. */
function notLoaded(id: string): never {
  throw new FirmotecaError('SOURCE_NOT_LOADED', `The service has not loaded what ${id} lists.`);
}
