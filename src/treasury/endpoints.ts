/** The accounts for paying taxes. */
import { Type } from 'typebox';
import { closed } from '#base/schema.ts';
import { endpoint } from '#http/endpoint.ts';
import { readAs, SearchText } from '#http/parameters.ts';
import { TreasuryIban, type TreasuryList } from './accounts.ts';
import { treasuryIndex } from './find.ts';

const TreasuryCode = readAs(
  Type.String({
    pattern: '^([Tt][Rr][Ee][Zz])?[0-9]{3}$',
    description: 'Only accounts of this treasury: three digits, with or without `TREZ` in front.',
    examples: ['216'],
  }),
  (code) => code.slice(-3),
);

/** The list that ships has 760; the published lists of the whole country some ten thousand, which nobody reads at once. */
const ROWS_MAX = 5_000;

export const treasury = (list: TreasuryList) => {
  const index = treasuryIndex(list);
  return {
    findTreasuryIbans: endpoint({
      path: '/api/iban',
      access: 'pro+x402',
      price: 'reference',
      fresh: 'static',
      title: 'Treasury IBANs',
      about: `The accounts of the State Treasury into which taxes are paid, all or those that fit. \`q\` takes counties, towns, treasury codes and names of taxes, in any combination, with or without diacritics (\`tva cluj\`). Every IBAN is checked by its check digits. \`evidence\` says whether it was read in a published list or computed by the rule; a town whose treasury is not in the list gets the accounts of its county seat, and \`meta.warnings\` says so. An answer holds at most ${ROWS_MAX} accounts.`,
      query: Type.Object({ q: Type.Optional(SearchText), treasury: Type.Optional(TreasuryCode) }, closed),
      data: Type.Array(TreasuryIban),
      examples: [
        { title: 'VAT in Cluj', query: { q: 'tva cluj' } },
        { title: 'One treasury', query: { treasury: '216' } },
      ],
      async handle({ q, treasury: code }) {
        const { accounts, warnings } = q === undefined ? { accounts: list.accounts, warnings: [] } : index.find(q);
        const found = accounts.filter((one) => code === undefined || one.treasury.code === code);
        const data = found.slice(0, ROWS_MAX);
        return {
          data,
          meta: {
            source: 'treasury',
            sources: [{ name: 'treasury', asOf: list.asOf, fetchedAt: null, licence: 'Public information' }],
            cachedAt: null,
            warnings: [
              ...warnings,
              ...(code === undefined || index.has(code) ? [] : [`No treasury in our list has the code ${code}.`]),
              ...computed(data),
              ...(found.length > ROWS_MAX ? [`${found.length} accounts fit; these are the first ${ROWS_MAX}.`] : []),
            ],
          },
        };
      },
    }),
  };
};

function computed(accounts: readonly TreasuryIban[]): string[] {
  const count = accounts.filter(({ evidence }) => evidence === 'computed').length;
  return count === 0
    ? []
    : [`${count} of ${accounts.length} IBANs are computed by the published rule, not read in a published list.`];
}
