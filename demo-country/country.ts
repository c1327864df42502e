/** The simulated country: the records of any fiscal code on any day, and its firms one by one. */
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Day } from '#lib/values/date.ts';
import { commaBelow } from '#lib/values/text.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import { chartOf } from './charts.ts';
import { dayNumber } from './days.ts';
import type { Entity } from './entity.ts';
import { filing } from './finances.ts';
import { firmAt } from './firms.ts';
import { fiscalRecordOf } from './fiscal-record.ts';
import { nonRegistryEntity } from './non-registry-entities.ts';
import type { Volumes } from './procurement/frame.ts';
import { type Procurement, procurementOf } from './procurement/system.ts';
import { ratesOf, type SimulatedRateDay } from './rates.ts';
import { firmIndexEnd, indexOfCui, outsideCount, worldOf } from './world.ts';

export interface Country extends SimulatedCountry {
  /** Firms of the trade registry on a day, struck-off ones too, in the order of their fiscal codes. */
  firms(on: Day): Generator<Entity>;
  /** Entities outside the trade registry. */
  outside(): Generator<Entity>;
  /** An upper bound of what `firms` and `outside` yield, for progress. */
  entityCount(on: Day): number;
  procurement(): Procurement;
}

/** `volumes` of procurement; by default those of its size, up to a bound. */
export function country(settings: CountrySettings, volumes?: Volumes): Country {
  const world = worldOf(settings);
  let procurement: Procurement | undefined;
  const entityOfCui = (cui: string, on: number): Entity | null => {
    const match = indexOfCui(cui);
    if (!match) return null;
    if (match.outside) return match.index < outsideCount(world) ? nonRegistryEntity(world, match.index) : null;
    return match.index < firmIndexEnd(world, on) ? firmAt(world, match.index) : null;
  };
  return {
    settings,
    fiscalRecord(cui, on) {
      const day = dayNumber(on);
      const entity = entityOfCui(cui, day);
      return entity && fiscalRecordOf(entity, day);
    },
    balance(cui, year, on) {
      const day = dayNumber(on);
      const entity = entityOfCui(cui, day);
      return entity && balanceOf(entity, year, day);
    },
    rates: (year, on) => ratesOf(year, dayNumber(on)),
    *firms(on) {
      const day = dayNumber(on);
      const end = firmIndexEnd(world, day);
      for (let index = 0; index < end; index++) {
        const entity = firmAt(world, index);
        if (entity.registeredOn <= day) yield entity;
      }
    },
    *outside() {
      for (let index = 0; index < outsideCount(world); index++) yield nonRegistryEntity(world, index);
    },
    procurement() {
      procurement ??= procurementOf(world, volumes);
      return procurement;
    },
    entityCount: (on) => firmIndexEnd(world, dayNumber(on)) + outsideCount(world),
  };
}

/** As the web service has it, with the form, which the service does not publish. */
function balanceOf(entity: Entity, year: number, on: number): BalanceRecord | null {
  const filed = filing(entity, year);
  if (!filed || filed.knownFrom > on || !entity.cuiPublished) return null;
  const { entries } = chartOf(filed.chart, year);
  return {
    cui: entity.cui,
    year,
    form: filed.chart,
    caenCode: filed.caen,
    indicators: entries.map(({ code, label, item }) => ({
      code,
      label: commaBelow(label),
      value: filed.figures[item] ?? 0,
    })),
  };
}

export interface SimulatedCountry {
  readonly settings: CountrySettings;
  /** The tax authority's record of this CUI on this day; null for an unknown CUI. */
  fiscalRecord(cui: string, on: Day): FiscalRecord | null;
  /** The balance sheet in the tax authority's web service on this day, late filings included. */
  balance(cui: string, year: number, on: Day): BalanceRecord | null;
  /** The bank's rates of one year, up to `on`: one entry per bank day. */
  rates(year: number, on: Day): SimulatedRateDay[];
  /** Null in a country without procurement. */
  procurement(): Procurement | null;
}
