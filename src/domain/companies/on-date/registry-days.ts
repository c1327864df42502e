/** Facts about a day from snapshots of the trade registry and the changes between them. */
import type { Day } from '#lib/values/date.ts';
import type { DayFacts } from './on-date.ts';

/** A firm with the fiscal code, now or earlier. */
export interface RegisteredFirm {
  name: string;
  registeredOn: Day | null;
  struckOff: boolean;
  /** Each with the day of the snapshot that has the next name. */
  formerNames: readonly { name: string; until: Day }[];
  /** Status changes by the day of the newer snapshot: whether the firm was struck off before and after. */
  strikes: readonly { day: Day; before: boolean; after: boolean }[];
}

interface Conclusion<Value> {
  value: Value;
  byChange: boolean;
}

/** `snapshots`: their days, oldest first. `firms`: after a re-registration several. */
export function factsByRegistry(firms: readonly RegisteredFirm[], snapshots: readonly Day[], day: Day): DayFacts {
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  if (firms.length === 0 || first === undefined || last === undefined) return {};
  const before = snapshots.findLast((each) => each <= day) ?? null;
  const after = snapshots.find((each) => each >= day) ?? null;
  const each = firms.map((firm) => ({ firm, registered: registeredOn(firm, before, after, day) }));
  const holder = each.find(({ registered }) => registered?.value === true);
  const facts: DayFacts = {};
  const state =
    holder?.registered ?? (each.every(({ registered }) => registered?.value === false) ? each[0]?.registered : null);
  if (state) facts.registered = { value: state.value, basis: state.byChange ? 'changeLog' : 'registry' };
  const name = holder && nameOn(holder.firm, before, after);
  if (name) facts.name = { value: name.value, basis: name.byChange ? 'changeLog' : 'registry' };
  return facts;
}

/** Null: unknown. A strike-off is permanent, so a later snapshot without one proves registration on the day. */
function registeredOn(
  firm: RegisteredFirm,
  before: Day | null,
  after: Day | null,
  day: Day,
): Conclusion<boolean> | null {
  const { registeredOn: since } = firm;
  if (since === null) return null;
  if (day < since) return { value: false, byChange: false };
  const byChange = firm.strikes.length > 0;
  if (after !== null && !wasStruckOff(firm, after)) return { value: true, byChange };
  if (before !== null && before >= since && wasStruckOff(firm, before)) return { value: false, byChange };
  return null;
}

function wasStruckOff({ strikes, struckOff }: RegisteredFirm, snapshot: Day): boolean {
  const next = strikes.filter(({ day }) => day > snapshot).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0];
  return next ? next.before : struckOff;
}

/** Null when the name changed between the two snapshots around the day, or one of them is missing. */
function nameOn(firm: RegisteredFirm, before: Day | null, after: Day | null): Conclusion<string> | null {
  if (before === null || after === null || firm.registeredOn === null || before < firm.registeredOn) return null;
  const [earlier, later] = [nameIn(firm, before), nameIn(firm, after)];
  return earlier === later ? { value: later, byChange: firm.formerNames.length > 0 } : null;
}

function nameIn({ name, formerNames }: RegisteredFirm, snapshot: Day): string {
  const until = formerNames
    .filter((former) => former.until > snapshot)
    .toSorted((a, b) => (a.until < b.until ? -1 : 1));
  return until[0]?.name ?? name;
}
