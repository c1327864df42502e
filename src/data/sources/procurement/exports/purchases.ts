/** Direct purchases, as exported from 2007 on. */
import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { PurchaseRecord, PurchaseState } from '#data/sources/procurement/records.ts';
import { Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { fold } from '#lib/values/text.ts';
import { Marks } from './amounts.ts';
import type { ExportTable } from './batch.ts';
import { PAST_THE_END, positionsOf } from './columns.ts';
import { leiAt, moneyColumns } from './lei.ts';
import { cpvOf, dayOf, partyOf, textOf } from './values.ts';

const NAMES = {
  authority: 'autoritatecontractanta denumireac numeac denumireautoritatecontractanta autoritateconractanta',
  authorityCode: 'cuiautoritatecontractanta autoritatecontractantacui cuiac cuiautoritateconractanta',
  supplier: 'ofertantcastigator castigator numecastigator catigator ofertant',
  supplierCode: 'cuiofertantcastigator castigatorcui cuicastigator cuicatigator cuiofertant',
  supplierCity: 'castigatorlocalitate localitatecastigator orascastigator',
  supplierCountry: 'castigatortara taracastigator',
  id: 'numarachizitiedirecta numarachizitie numarachizite numaranunt codunicidentificare numar',
  title: 'denumireachizitie titlucontract denumire descriere',
  cpv: 'codcpv cpvcode',
  cpvTitle: 'denumirecpv cpvcodename denumirecodcpv numecpv',
  value: 'valoareachizitieron valoareachizitie valoareatribuitaron valoareatribuita valoareron valoare',
  estimatedValue: 'valoareestimataron valoareestimata valoareestimataachizitie',
  currency: 'moneda monedaachizitie valuta',
  state: 'stareachizitie stareachizitiedirecta stare',
  publishedOn: 'datapublicare datapublicareachizitie dataanunt',
  finalizedOn: 'datafinalizare dataatribuireachizitie datacontract datafinalizareachizitie',
};

/** Columns that only direct purchases have. */
const OWN = ['numarachizitiedirecta', 'numarachizitie', 'numarachizite', 'denumireachizitie', 'valoareachizitieron'];

/** Columns of contracts only: old purchases have nearly all of the others, and their own number, `NumarAnunt` or `NUMAR`. */
const OF_CONTRACTS = [
  'numaranuntatribuire',
  'numaranuntparticipare',
  'numaranuntinitiere',
  'numaroferteprimite',
  'numarlot',
];

const isOld = (header: readonly string[]): boolean =>
  (header.includes('numaranunt') || header.includes('numar')) && !header.some((name) => OF_CONTRACTS.includes(name));

/** The name of the resource decides where columns do not. */
const PURCHASES = /(?:achizitii|cumparari)[^a-z]*directe/i;
const CONTRACTS = /contracte/i;

export const purchasesTable: ExportTable<'purchases'> = {
  kind: 'purchases',
  expected: 'direct purchases (autoritate contractanta, numar achizitie directa, data finalizare, valoare achizitie)',
  readerFor(header, file) {
    const at = positionsOf(header, NAMES);
    const isOwn = header.some((name) => OWN.includes(name));
    // Notices have numbers too, but no winners.
    const isLikely = PURCHASES.test(file) || (isOld(header) && !CONTRACTS.test(file));
    if (!isOwn && (!isLikely || at.supplier === PAST_THE_END)) return null;
    if ([at.authority, at.id, at.value].includes(PAST_THE_END)) return null;
    const marks = new Marks();
    const money = moneyColumns(header, at.value, at.currency);
    const estimate = moneyColumns(header, at.estimatedValue, at.currency);
    const observe = (cells: Cell[]): void => {
      marks.observe(cells[at.value]);
      marks.observe(cells[at.estimatedValue]);
    };
    const record = (cells: Cell[], monthFirst: boolean): PurchaseRecord | Refusal => {
      const published = textOf(cells[at.id]);
      const id = published === null || PLAIN.test(published) ? published : published.toUpperCase().replace(/\s+/g, '');
      if (id === null) return new Refusal('purchase without a number', String(cells[at.title]));
      const authority = partyOf({ code: cells[at.authorityCode], name: cells[at.authority] });
      if (authority === null) return new Refusal('purchase without an authority', id);
      const value = leiAt(cells, money, marks);
      const estimatedValue = leiAt(cells, estimate, marks);
      if (value === undefined) return new Refusal('value is no amount', String(cells[at.value]));
      return {
        id,
        title: stripPersons(textOf(cells[at.title])) ?? id,
        authority,
        supplier: partyOf({
          code: cells[at.supplierCode],
          name: cells[at.supplier],
          city: cells[at.supplierCity],
          country: cells[at.supplierCountry],
        }),
        cpv: cpvOf(cells[at.cpv], cells[at.cpvTitle]),
        value,
        estimatedValue: estimatedValue ?? null,
        state: stateOf(textOf(cells[at.state])),
        publishedOn: dayOf(cells[at.publishedOn], monthFirst),
        finalizedOn: dayOf(cells[at.finalizedOn], monthFirst),
      };
    };
    return { record, observe, amount: (cells) => leiAt(cells, money, marks) ?? null };
  },
};

/** A number without anything to normalise. */
const PLAIN = /^[A-Z0-9]+$/;

/** The names of states in both exports and lists. */
const STATES: Readonly<Record<string, PurchaseState>> = {
  'oferta acceptata': 'accepted',
  publicat: 'published',
  'oferta refuzata': 'refused',
  'conditii refuzate': 'conditionsRefused',
  'conditii neacceptate la termen': 'lapsed',
  'oferta neacceptata in termen': 'lapsed',
};

export const stateOf = (text: string | null): PurchaseState => (text === null ? 'unknown' : stateIn(text));

const stateIn = remembered((text): PurchaseState => STATES[fold(text)] ?? 'other');
