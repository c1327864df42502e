/** A hidden person with a count of the texts searched for the name. */
import { type HiddenPersons, hiddenNames } from '#lib/redaction/hidden-names.ts';

export interface CountedRedactions {
  hidden: HiddenPersons;
  /** Since the last reset. */
  count: number;
}

export function countedRedactions(name: string): CountedRedactions {
  const names = hiddenNames([name]);
  const redact = (text: string): string => {
    counted.count++;
    return names.redact(text);
  };
  const counted = { hidden: { ids: new Set(['p']), version: 'one', names: { ...names, redact } }, count: 0 };
  return counted;
}
