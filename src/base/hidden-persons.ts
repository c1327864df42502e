/** Persons who asked not to be shown, as every part that shows persons gets them. */

export interface HiddenPersons {
  ids: ReadonlySet<string>;
  /** Changes with the set and only with it; empty when nobody is hidden. */
  version: string;
}

export const nobodyHidden: HiddenPersons = { ids: new Set(), version: '' };
