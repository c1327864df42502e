/** Values under the headers of every table: other currencies, VAT, decimals and thousands in one file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputOf } from '#test/support/source-input.ts';
import { readRows } from './read.ts';
import { textRows } from './text-rows.ts';

/** The amount of each row, the values of its record, and the refused rows. */
async function readMoney(...lines: string[]) {
  const batches = await Array.fromAsync(readRows('a.csv', textRows(inputOf(`${lines.join('\n')}\n`))));
  const records = batches.flatMap((batch) => batch.records as unknown as Record<string, unknown>[]);
  return {
    kinds: [...new Set(batches.map(({ kind }) => kind))],
    amounts: batches.flatMap(({ amounts }) => amounts),
    values: records.map(({ value, estimatedValue, currency, valueRon }) => [
      value ?? estimatedValue,
      currency,
      valueRon,
    ]),
    refused: batches.flatMap(({ skips }) => skips.map(({ reason, found }) => `${reason}: ${found}`)),
  };
}

const PURCHASES = 'Autoritate contractanta|Numar achizitie directa|Ofertant castigator';

test('a purchase in another currency has no value in lei, unless a column in lei exists', async () => {
  const bare = await readMoney(
    `${PURCHASES}|Valoare achizitie|Moneda`,
    'A|DA1|B|100,5|EUR',
    'A|DA2|B|200|lei',
    'A|DA3|B|7|',
  );
  assert.deepEqual(bare.amounts, [null, 200_00, 7_00]);
  assert.deepEqual(
    bare.values.map(([value]) => value),
    [null, 200_00, 7_00],
  );
  const lei = await readMoney(`${PURCHASES}|Valoare|Moneda|ValoareRON`, 'A|DA1|B|100|EUR|497');
  assert.deepEqual(lei.amounts, [497_00]);
  const beside = await readMoney(`${PURCHASES}|Valoare|Moneda|Valoare atribuita`, 'A|DA1|B|100|EUR|497');
  assert.deepEqual(beside.amounts, [497_00]);
  const named = await readMoney(`${PURCHASES}|Valoare achizitie (RON)`, 'A|DA1|B|100 EUR', 'A|DA2|B|100 RON');
  assert.deepEqual(named.amounts, [null, 100_00]);
});

test('award notices of direct purchases in another currency have no value in lei', async () => {
  const header = 'Autoritate contractanta|Numar notificare atribuire|Valoare atribuita|Moneda';
  assert.deepEqual((await readMoney(header, 'A|DAN1|100|USD', 'A|DAN2|100|RON')).amounts, [null, 100_00]);
});

test('a contract keeps its currency from any column, and lei have several names', async () => {
  const header = 'Autoritate contractanta|Ofertant castigator|Numar contract|Data contract|Numar anunt atribuire';
  const given = 'A|B|1|2024-01-02|CAN1000';
  const awarded = await readMoney(`${header}|Valoare atribuita|Moneda`, `${given}|100|EUR`, `${given}|100|Lei`);
  assert.deepEqual(awarded.values, [
    [100_00, 'EUR', null],
    [100_00, 'RON', 100_00],
  ]);
  const named = await readMoney(`${header}|Valoare contract (RON)`, `${given}|100 EUR`, `${given}|100`);
  assert.deepEqual(named.values, [
    [100_00, 'EUR', null],
    [100_00, 'RON', 100_00],
  ]);
  assert.deepEqual(named.amounts, [null, 100_00]);
});

test('an estimate in a column in lei is in lei, whatever the currency column', async () => {
  const header = 'Numar anunt initiere|Data publicare|Autoritate contractanta|Moneda';
  const result = async (column: string) =>
    (await readMoney(`${header}|${column}`, 'CN1000|2024-01-02|A|EUR|100')).values;
  assert.deepEqual(await result('Valoare estimata procedura (RON)'), [[100_00, 'RON', undefined]]);
  assert.deepEqual(await result('Valoare estimata'), [[100_00, 'EUR', undefined]]);
});

test('values exclude VAT: a column with VAT is ignored, and one without VAT takes precedence', async () => {
  const both = await readMoney(`${PURCHASES}|Valoare cu TVA (RON)|Valoare achizitie (RON)`, 'A|DA1|B|119|100');
  assert.deepEqual(both.amounts, [100_00]);
  const output = await readMoney(`${PURCHASES}|Valoare|Valoare fara TVA`, 'A|DA1|B|119|100');
  assert.deepEqual(output.amounts, [100_00]);
  await assert.rejects(readMoney(`${PURCHASES}|Valoare cu TVA (RON)`, 'A|DA1|B|119'));
});

test('separators are interpreted per file, and an ambiguous amount is refused and reported', async () => {
  const header = `${PURCHASES}|Valoare achizitie (RON)`;
  const rows = (...values: string[]) => readMoney(header, ...values.map((value, i) => `A|DA${i}|B|${value}`));
  assert.deepEqual((await rows('1.234', '12,5', '1.234.567,89')).amounts, [1_234_00, 12_50, 1_234_567_89]);
  assert.deepEqual((await rows('1,234', '12.5')).amounts, [1_234_00, 12_50]);
  const mixed = await rows('1234,5', '1234.5', '1.234');
  assert.deepEqual(mixed.amounts, [1_234_50, 1_234_50]);
  assert.deepEqual(mixed.refused, ['value is no amount: 1.234']);
});
