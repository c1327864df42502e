/** Values computed from one generation alone, which never changes: those asked for last stay, for the next view of the same page. */
import type { Dataset } from './dataset.ts';

/** `entriesMax`: of each generation, in each thread. Cached values must not be changed. */
export function generationMemo<Value>(entriesMax: number) {
  const generations = new WeakMap<Dataset, Map<string, Promise<Value>>>();
  return (dataset: Dataset, key: string, read: () => Promise<Value>): Promise<Value> => {
    const values = generations.getOrInsertComputed(dataset, () => new Map<string, Promise<Value>>());
    const value = values.get(key) ?? read();
    // Once more at the end: the first of a map is the one that nobody asked for longest.
    values.delete(key);
    values.set(key, value);
    if (values.size > entriesMax) values.delete(values.keys().next().value ?? '');
    // A failed read is not cached.
    value.catch(() => values.get(key) === value && values.delete(key));
    return value;
  };
}
