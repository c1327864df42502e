/** The date of a file: the day on which it was published, never the moment at which it was fetched. */
import type { DocumentRow } from './tables/rows.ts';

/** The beginning of that day as an instant, null where the list names none. A revised file is another document, with a day of its own. */
export const publishedAt = ({ published_on }: Pick<DocumentRow, 'published_on'>): string | null =>
  published_on === null ? null : `${published_on}T00:00:00.000Z`;
