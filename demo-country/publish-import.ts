/** What has no open source, in our own import formats (docs/import-formats.md): shareholders and tax debts. */
import { join } from 'node:path';
import { dayNumber, dayText, yearOfDay } from './days.ts';
import type { Life } from './life-cycle.ts';
import type { Publication } from './publication.ts';
import { dice } from './random.ts';
import { createText } from './write-text.ts';

/** Firms that owe something to the state. */
const DEBTOR_SHARE = 0.06;
const INSOLVENT_DEBTOR_SHARE = 0.8;

export async function publishImport(folder: string, on: number): Promise<Publication> {
  const shareholders = await createText(join(folder, 'import', 'shareholders.csv'));
  shareholders.line('cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place');
  const debts = await createText(join(folder, 'import', 'tax-debts.csv'));
  debts.line('cui;total_lei;as_of');
  const asOf = quarterEnd(on);
  return {
    files: [shareholders, debts],
    firm(life) {
      if (!life.cuiPublished) return;
      for (const row of shareholderLines(life)) shareholders.line(row);
      const debt = debtOf(life, asOf);
      if (debt > 0) debts.line(`${life.cui};${debt};${dayText(asOf)}`);
    },
  };
}

const shareholderLines = (life: Life): string[] =>
  life.shareholders.map(({ name, person, cui, share, since }) =>
    [
      life.cui,
      person ? 'person' : 'company',
      // The format has no quoting.
      name.replaceAll(';', ','),
      cui ?? '',
      (share / 100).toFixed(2),
      dayText(since),
      person ? dayText(person.bornOn) : '',
      person?.birthCountry === 'România' ? person.birthPlace.name : '',
    ].join(';'),
  );

/** The debt published for a quarter; insolvent firms nearly always have one. */
function debtOf(life: Life, asOf: number): number {
  if (life.registeredOn > asOf || (life.closedOn !== null && life.closedOn <= asOf)) return 0;
  const roll = dice(life.world.seed, life.index, 'debt');
  const insolvent = life.officers.some((tenure) => tenure.title === 'administrator judiciar' && tenure.from <= asOf);
  if (roll() >= (insolvent ? INSOLVENT_DEBTOR_SHARE : DEBTOR_SHARE)) return 0;
  return Math.ceil(life.business.turnover * (0.002 + 0.08 * roll() ** 3));
}

/** The last quarter that had ended before the day. */
function quarterEnd(on: number): number {
  const month = Number(dayText(on).slice(5, 7));
  const starts = ['01-01', '04-01', '07-01', '10-01'];
  return dayNumber(`${yearOfDay(on)}-${starts[Math.ceil(month / 3) - 1]}`) - 1;
}
