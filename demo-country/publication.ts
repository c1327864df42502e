/** Files of one publisher, filled firm by firm in one pass over the country. */
import type { Life } from './life-cycle.ts';
import type { TextFile } from './write-text.ts';

export interface Publication {
  files: readonly TextFile[];
  firm(life: Life): void;
  /** For entities outside the trade registry. */
  outside?(life: Life): void;
  /** When every entity has been told. */
  end?(): Promise<void>;
}
