/** What makes one simulated country another. */
import type { Day } from '#base/date.ts';

export interface CountrySettings {
  seed: string;
  /** Firms in the trade registry on the day the country was founded; more come every day after it. */
  companies: number;
  /** The day the installation first looked at the country. History runs up to it; each later day publishes on. */
  founded: Day;
}
