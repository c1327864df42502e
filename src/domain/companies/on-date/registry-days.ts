/** What snapshots of the trade registry, and the changes between them, tell of a day. */
import type { Day } from '#lib/values/date.ts';
import type { Told } from './on-date.ts';

/** A firm that holds, or held, the fiscal code. */
export interface RegisteredFirm {
  name: string;
  registeredOn: Day | null;
  struckOff: boolean;
  /** Its names before, each until the day of the snapshot that had the next one. */
  formerNames: readonly { name: string; until: Day }[];
  /** Changes of its statuses by the day of the newer snapshot: whether it was struck off before and after. */
  strikes: readonly { day: Day; before: boolean; after: boolean }[];
}

interface Believed<Value> {
  value: Value;
  byChange: boolean;
}

/** `snapshots`: their days, oldest first. `firms`: after a re-registration several. */
export function toldByRegistry(firms: readonly RegisteredFirm[], snapshots: readonly Day[], day: Day): Told {
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  if (firms.length === 0 || first === undefined || last === undefined) return {};
  const before = snapshots.findLast((each) => each <= day) ?? null;
  const after = snapshots.find((each) => each >= day) ?? null;
  const each = firms.map((firm) => ({ firm, registered: registeredOn(firm, before, after, day) }));
  const holder = each.find(({ registered }) => registered?.value === true);
  const told: Told = {};
  const state =
    holder?.registered ?? (each.every(({ registered }) => registered?.value === false) ? each[0]?.registered : null);
  if (state) told.registered = { value: state.value, basis: state.byChange ? 'changeLog' : 'registry' };
  const name = holder && nameOn(holder.firm, before, after);
  if (name) told.name = { value: name.value, basis: name.byChange ? 'changeLog' : 'registry' };
  return told;
}

/** Null where the snapshots do not tell. Who was struck off stays so: it is what the next snapshot says that counts. */
function registeredOn(firm: RegisteredFirm, before: Day | null, after: Day | null, day: Day): Believed<boolean> | null {
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

/** Null where the name changed between the two snapshots around the day, or there is none on one side of it. */
function nameOn(firm: RegisteredFirm, before: Day | null, after: Day | null): Believed<string> | null {
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
