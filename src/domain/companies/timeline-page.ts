/** Pages of a company's history. */
import { newestFirst, type TimelineEvent } from './timeline.ts';

/** Where the next page of a history starts: how many events came before, and the last of them. */
interface Place extends Pick<TimelineEvent, 'date' | 'kind'> {
  before: number;
  /** Events of that day and kind that came before. */
  same: number;
}

interface TimelinePage {
  events: TimelineEvent[];
  offset: number;
  /** Null at the end. */
  position: string | null;
}

/**
 * A page behind a place. A place names its event, not only how many came before: what the tax authority says meanwhile, or another
 * language, moves no event from one page to another.
 */
export function timelinePage(events: TimelineEvent[], position: string | null, limit: number): TimelinePage {
  const place = position === null ? null : placeOf(position);
  const first = place === null ? 0 : firstBehind(events, place);
  const shown = events.slice(first, first + limit);
  const last = shown.at(-1);
  const offset = place?.before ?? 0;
  if (last === undefined || first + shown.length === events.length) return { events: shown, offset, position: null };
  const same = events.slice(0, first + shown.length).filter((event) => newestFirst(event, last) === 0).length;
  return { events: shown, offset, position: `${offset + shown.length} ${last.date} ${last.kind} ${same}` };
}

function placeOf(position: string): Place {
  const [before, date = '', kind, same] = position.split(' ');
  return { before: Number(before), date, kind: kind as TimelineEvent['kind'], same: Number(same) };
}

function firstBehind(events: readonly TimelineEvent[], place: Place): number {
  const earlier = events.filter((event) => newestFirst(event, place) < 0).length;
  const same = events.filter((event) => newestFirst(event, place) === 0).length;
  return earlier + Math.min(same, place.same);
}
