/** Persons who asked not to be shown, as every part that shows persons gets them. */
import { type HiddenNames, hiddenNames } from './hidden-names.ts';

export interface HiddenPersons {
  ids: ReadonlySet<string>;
  /** For texts, which name persons without an id. */
  names: HiddenNames;
  /** Changes with the set and only with it; empty when nobody is hidden. */
  version: string;
}

export const nobodyHidden: HiddenPersons = { ids: new Set(), names: hiddenNames([]), version: '' };
