/** What came of a notice: award notices and winners, by the stored contracts and by the system's own view. */

import { Type } from 'typebox';
import type { NoticeGeneral } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { SupplierRow } from './contract.ts';
import { Party, partyOf } from './party.ts';
import { contractPage } from './public-pages.ts';

/** A contract or framework that came of a notice, and how many did. */
export interface AwardedRow {
  key: number;
  notice: string;
  award_notice: string | null;
  /** JSON: older ones of the same contract, whose day is not stored. */
  other_award_notices: string | null;
  award_system_id: number | null;
  awarded_on: string | null;
  /** JSON. */
  lots: string;
  cancelled_lots: string | null;
  contracts: number;
}

/** A notice with hundreds of lots has as many contracts, mostly with the same winners. */
export const AWARDED_MAX = 50;

const AwardNoticeReference = Type.Object(
  {
    notice: field(Type.String(), { en: 'Number of the award notice.', ro: 'Numărul anunțului de atribuire.' }),
    publishedAt: orNull(Type.String(), {
      en: 'Day of publication; null where another award notice repeats the contract.',
      ro: 'Ziua publicării; null unde alt anunț de atribuire repetă contractul.',
    }),
    url: orNull(Type.String(), {
      en: 'Its page in the procurement system; null where unknown.',
      ro: 'Pagina lui din sistemul de achiziții; null unde nu se cunoaște.',
    }),
  },
  { ...closed, title: 'AwardNoticeReference' },
);

export const Award = Type.Object(
  {
    notices: field(Type.Array(AwardNoticeReference), {
      en: 'Award notices of the procedure, the newest first.',
      ro: 'Anunțurile de atribuire ale procedurii, cele mai noi întâi.',
      heading: { en: 'Award notices', ro: 'Anunțuri de atribuire' },
    }),
    contracts: orNull(Type.Integer(), {
      en: 'Contracts and framework agreements that came of it, without call-offs; null where only the award notice is known.',
      ro: 'Contractele și acordurile-cadru rezultate, fără cele subsecvente; null unde se cunoaște doar anunțul de atribuire.',
      heading: { en: 'Contracts', ro: 'Contracte' },
    }),
    winners: orNull(Type.Array(Party), {
      en: `Winners, each once: of the newest ${AWARDED_MAX} contracts. Null where only the award notice is known, or no contract names one.`,
      ro: `Câștigătorii, fiecare o dată: ai celor mai noi ${AWARDED_MAX} de contracte. Null unde se cunoaște doar anunțul de atribuire sau niciun contract nu numește vreunul.`,
      heading: { en: 'Winners', ro: 'Câștigători' },
    }),
  },
  {
    ...closed,
    title: 'NoticeAward',
    ...about({
      en: 'What came of the procedure.',
      ro: 'Ce a rezultat din procedură.',
      heading: { en: 'Award', ro: 'Atribuire' },
    }),
  },
);

export const Appeal = Type.Object(
  {
    body: orNull(Type.String(), {
      en: 'To whom, such as `CNSC`.',
      ro: 'La cine, de pildă `CNSC`.',
      heading: { en: 'Appealed to', ro: 'Contestat la' },
    }),
    number: orNull(Type.String(), { en: 'Its number.', ro: 'Numărul contestației.' }),
    filedAt: orNull(Type.String(), {
      en: 'Day it was filed.',
      ro: 'Ziua depunerii.',
      heading: { en: 'Filed on', ro: 'Depusă la' },
    }),
    decision: orNull(Type.String(), {
      en: 'Number of the decision; null where none is stated.',
      ro: 'Numărul deciziei; null unde nu este precizată niciuna.',
      heading: { en: 'Decision', ro: 'Decizie' },
    }),
    decidedAt: orNull(Type.String(), {
      en: 'Day of the decision.',
      ro: 'Ziua deciziei.',
      heading: { en: 'Decided on', ro: 'Data deciziei' },
    }),
    text: field(Type.String(), { en: 'As published.', ro: 'Așa cum a fost publicată.' }),
  },
  { ...closed, title: 'NoticeAppeal' },
);

export const PlanLine = Type.Object(
  {
    name: orNull(Type.String(), { en: 'Name of the plan.', ro: 'Denumirea planului.' }),
    line: orNull(Type.String(), {
      en: 'Its line.',
      ro: 'Linia lui.',
      heading: { en: 'Line of the plan', ro: 'Linia planului' },
    }),
  },
  { ...closed, title: 'ProcurementPlanLine' },
);

interface Outcome {
  /** The contracts under the notice, the newest first. */
  awarded: readonly AwardedRow[];
  /** By the key of the contract. */
  suppliers: ReadonlyMap<number, readonly SupplierRow[]>;
  names: Map<number, string>;
  dataset: Dataset;
}

/** `general`: JSON of what the system states beside the notice. */
export function outcomeOf({ general: stored }: { general: string | null }, outcome: Outcome) {
  const general = stored === null ? null : (JSON.parse(stored) as NoticeGeneral);
  return {
    award: awardOf(general?.award ?? null, outcome),
    appeals:
      general?.appeals.map(({ filedOn, decidedOn, ...appeal }) => ({
        ...appeal,
        filedAt: filedOn,
        decidedAt: decidedOn,
      })) ?? null,
    plan: general?.plan ?? null,
  };
}

function awardOf(
  stated: NoticeGeneral['award'],
  { awarded, suppliers, names, dataset }: Outcome,
): Static<typeof Award> | null {
  const notices = new Map<string, { publishedAt: string | null; systemId: number | null }>();
  for (const { award_notice, awarded_on, award_system_id } of awarded)
    if (award_notice !== null && !notices.has(award_notice))
      notices.set(award_notice, { publishedAt: awarded_on, systemId: award_system_id });
  if (stated && !notices.has(stated.notice))
    notices.set(stated.notice, { publishedAt: stated.publishedOn, systemId: stated.systemId });
  for (const { other_award_notices: others } of awarded)
    for (const notice of JSON.parse(others ?? '[]') as string[])
      notices.getOrInsertComputed(notice, () => ({ publishedAt: null, systemId: null }));
  const [first] = awarded;
  if (first === undefined && notices.size === 0) return null;
  const winners = new Map<string, Party>();
  for (const { key } of awarded)
    for (const { supplier_code: code, supplier_cui: cui, supplier_name: name } of suppliers.get(key) ?? [])
      winners.getOrInsertComputed(String(cui ?? code ?? name), () => partyOf({ code, cui, name }, names));
  return {
    notices: [...notices]
      .map(([notice, { publishedAt, systemId }]) => ({
        notice,
        publishedAt,
        url: contractPage(dataset, notice, systemId),
      }))
      .sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '')),
    contracts: first?.contracts ?? null,
    winners: winners.size === 0 ? null : [...winners.values()],
  };
}
