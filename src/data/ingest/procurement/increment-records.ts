/**
 * The shape of a record in an increment. Files are copied, edited and damaged: a line of another shape is a skip, where it would end the
 * whole build, or violate the schema of every answer that contains it.
 */

import { isObject, type JsonObject } from '#data/sources/json.ts';
import type { ListKind } from '#data/sources/procurement/exports/batch.ts';
import type {
  AwardRecord,
  ContractRecord,
  NoticeRecord,
  PurchaseRecord,
  PurchaseState,
} from '#data/sources/procurement/records.ts';
import { isDay } from '#lib/values/date.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
/** Amounts in bani, ids and counts. */
const whole: Check = (value) => Number.isSafeInteger(value);
const number: Check = (value) => Number.isFinite(value);
const day: Check = (value) => typeof value === 'string' && isDay(value);
const code: Check = (value) => typeof value === 'string' && /^[0-9]{8}$/.test(value);
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
/** Older increments lack fields that were added since. */
const orNull =
  (check: Check): Check =>
  (value) =>
    value == null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shaped = (fields: Record<string, Check>): Check => {
  const checks = Object.entries(fields);
  return (value) => isObject(value) && checks.every(([name, check]) => check(value[name]));
};

const party = shaped({
  code: orNull(text),
  name: text,
  city: orNull(text),
  county: orNull(text),
  country: orNull(text),
});
const cpv = orNull(shaped({ code, title: orNull(text) }));
const lot = shaped({ number: text, title: orNull(text), estimatedValue: orNull(whole), cpv: orNull(text) });
const item = shaped({
  name: orNull(text),
  cpv: orNull(text),
  quantity: orNull(number),
  unit: orNull(text),
  unitPrice: orNull(whole),
});
const appeal = shaped({
  body: orNull(text),
  number: orNull(text),
  filedOn: orNull(day),
  decision: orNull(text),
  decidedOn: orNull(day),
  text,
});
const general = shaped({
  award: orNull(shaped({ notice: text, systemId: orNull(whole), publishedOn: orNull(day) })),
  appeals: listOf(appeal),
  plan: orNull(shaped({ name: orNull(text), line: orNull(text) })),
});

type Fields<Rec> = Record<keyof Rec, Check>;

const STATES: Record<PurchaseState, true> = {
  accepted: true,
  published: true,
  refused: true,
  conditionsRefused: true,
  lapsed: true,
  other: true,
  unknown: true,
};

const FIELDS: {
  notices: Fields<NoticeRecord>;
  contracts: Fields<ContractRecord>;
  purchases: Fields<PurchaseRecord>;
  awards: Fields<AwardRecord>;
} = {
  notices: {
    notice: text,
    systemId: orNull(whole),
    procedureId: orNull(whole),
    type: text,
    title: text,
    authority: party,
    cpv,
    estimatedValue: orNull(whole),
    currency: text,
    procedureType: orNull(text),
    publishedAt: orNull(text),
    publishedOn: orNull(day),
    deadlineAt: orNull(text),
    state: orNull(text),
    lots: orNull(listOf(lot)),
    hasDocuments: orNull(flag),
    general: orNull(general),
  },
  contracts: {
    number: orNull(text),
    title: orNull(text),
    date: orNull(day),
    kind: oneOf('contract', 'framework', 'callOff'),
    value: orNull(whole),
    currency: text,
    valueRon: orNull(whole),
    authority: party,
    suppliers: listOf(party),
    cpv,
    notice: orNull(text),
    procedureType: orNull(text),
    awardNotice: orNull(text),
    awardSystemId: orNull(whole),
    awardedOn: orNull(day),
    lots: orNull(listOf(text)),
    cancelledLots: orNull(listOf(text)),
    offersReceived: orNull(whole),
    euFunded: orNull(flag),
    cells: orNull(text),
  },
  purchases: {
    id: text,
    systemId: orNull(whole),
    title: text,
    authority: party,
    supplier: orNull(party),
    cpv,
    value: orNull(whole),
    estimatedValue: orNull(whole),
    state: oneOf(...Object.keys(STATES)),
    publishedOn: orNull(day),
    finalizedOn: orNull(day),
    items: orNull(listOf(item)),
  },
  awards: {
    id: text,
    systemId: orNull(whole),
    object: text,
    authority: party,
    supplier: orNull(party),
    cpv,
    value: orNull(whole),
    publishedOn: orNull(day),
  },
};

const CHECKS = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, Object.entries<Check>(fields)]));

/** The name of the first field that is missing or of another type; null for a record of this kind. */
export function wrongField(kind: ListKind, record: JsonObject): string | null {
  for (const [name, check] of CHECKS.get(kind) ?? []) if (!check(record[name])) return name;
  return null;
}
