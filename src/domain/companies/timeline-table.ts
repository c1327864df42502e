/** Events of one firm from the change log, and its filings. */
import type { Database } from '#data/store/database.ts';

export interface EventRow {
  day: string;
  kind: string;
  before: string | null;
  after: string | null;
  /** Of changes of officers. */
  person_id: string | null;
  /** Of changes of officers: the title that begins or ends. */
  title: string | null;
}

/** A firm that changes officers every month for decades still fits. */
const EVENTS_MAX = 1_000;

export const eventsOf = (db: Database, registrationNumber: string): Promise<EventRow[]> =>
  db.all<EventRow>(
    `select day, kind, before, after, person_id, title from firm_event where registration_number = $1 order by day desc, kind limit ${EVENTS_MAX}`,
    [registrationNumber],
  );

/** `form` is null where the source does not say it. */
export interface Filing {
  year: number;
  form: string | null;
}

export const filingsOf = (db: Database, cui: string): Promise<Filing[]> =>
  db.all('select year, form from balance where cui = $1 order by year desc', [Number(cui)]);
