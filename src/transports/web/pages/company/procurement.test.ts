import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Seap } from './data.ts';
import { procurement } from './procurement.ts';

type Side = Seap['asSupplier'];
const none = { count: 0, value: 0 };
const sums = { contracts: none, frameworks: none, callOffs: none, directPurchases: { ...none, unknownState: 0 } };
const nobody: Side = { ...sums, byYear: [], topPartners: [], latestContracts: [], latestDirectPurchases: [] };
const purchase = {
  id: 'x',
  title: 'Hârtie',
  date: '2026-02-03',
  value: 6_954,
  partner: null,
  partners: [],
  cpv: null,
  state: 'accepted',
};
const contract = {
  id: 'c',
  title: 'Pompe',
  date: '2024-03-14',
  value: 316_569,
  partner: null,
  partners: [],
  cpv: null,
  framework: 'contract',
};

const coverage: Seap['coverage'] = ['contract', 'purchase'].map((list) => ({
  list: list as 'contract',
  firstDate: '2023-05-01',
  lastDate: '2026-11-01',
}));

const page = (side: object): string =>
  procurement(
    { asSupplier: { ...nobody, ...side } as Side, asAuthority: nobody, coverage },
    { cui: '90000014', isPro: true, thisYear: 2026, language: 'ro' },
  ).markup;
const read = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');

test('a year without deals between two years with deals is zero, not omitted', () => {
  const year = (of: number, value: number) => ({ ...sums, year: of, directPurchases: { count: 1, value } });
  const markup = page({ directPurchases: { count: 2, value: 9_000 }, byYear: [year(2026, 4_000), year(2023, 5_000)] });
  assert.match(
    markup.replaceAll('\u00a0', ' '),
    /aria-label="2023: [^"]*5\.000 lei; 2024: contracte și contracte subsecvente 0 lei, achiziții directe 0 lei; 2025: [^"]* 0 lei; 2026: [^"]*4\.000 lei"/,
  );
  assert.equal(
    markup.match(/class="part second"/g)?.length,
    2,
    'the first year starts in May, and the last one is unfinished',
  );
  assert.match(markup, /an neîncheiat sau neîncărcat întreg/);
});

test('a complete list is not called "latest", and counts take "de" where Romanian requires it', () => {
  assert.match(
    read(page({ directPurchases: { count: 1, value: 6_954 }, latestDirectPurchases: [purchase] })),
    /Singura achiziție directă Hârtie .*6\.954 lei/,
  );
  assert.match(
    read(page({ directPurchases: { count: 30, value: 1 }, latestDirectPurchases: [purchase, purchase] })),
    /Ultimele 2 din 30 de achiziții directe/,
  );
  assert.match(
    read(page({ contracts: { count: 2, value: 1 }, latestContracts: [contract, contract] })),
    /Toate cele 2 contracte/,
  );
});

test('a list that includes frameworks mentions them, unlike the total above it', () => {
  const text = read(
    page({
      contracts: { count: 1, value: 1 },
      frameworks: { count: 1, value: 2 },
      latestContracts: [contract, contract],
    }),
  );
  assert.match(text, /Toate cele 2 contracte și acorduri-cadru/);
});

test('a note explains that the total counts shares of joint contracts and the list shows whole values', () => {
  const text = read(page({ contracts: { count: 1, value: 158_000 }, latestContracts: [contract] }));
  assert.match(
    text,
    /1 contract de 158 mii lei .*totalul numără partea firmei, iar lista arată valoarea întreagă.* Singurul contract Pompe .* 317 mii lei/,
  );
});
