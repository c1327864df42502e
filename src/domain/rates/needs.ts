/** What the rates need from outside. */
import type { Day } from '#lib/values/date.ts';
import type { Quote } from './quote.ts';

export interface RatesNeeds {
  /** What the bank said since the generation was built. */
  observed: {
    /** When it last answered, and with which newest day; null before the first time. */
    look(): Promise<{ newest: Day; fetchedAt: string } | null>;
    between(from: Day, to: Day): Promise<Quote[]>;
    /** Newest first. */
    of(currency: string, until: Day, limit: number): Promise<Quote[]>;
  };
  /** Asks the bank, once for everybody who asks; what it says is observed from then on. */
  refresh(waitMs: number): Promise<'found' | 'notFound' | 'unavailable' | 'pending'>;
  licence: string;
  /** Where the bank publishes them, as answers name it. */
  page: string | null;
  today(): Day;
}
