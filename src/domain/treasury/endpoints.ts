/** The accounts for paying taxes. */

import { Type } from 'typebox';
import { endpoint, type Provenance, type RenderedChunks, type RenderedData } from '#api/endpoint.ts';
import { parsedAs, SearchText, withPatternMessage } from '#api/parameters.ts';
import type { Language, Message } from '#lib/i18n/message.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { etagOf } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { rowWriter, type TreasuryList } from './iban-list.ts';
import { treasuryIndex } from './iban-search.ts';
import { TreasuryIban } from './treasury-iban.ts';

const TreasuryCode = parsedAs(
  withPatternMessage(
    field(
      Type.String({
        pattern: '^([Tt][Rr][Ee][Zz])?[0-9]{3}$',
        examples: ['216'],
      }),
      {
        en: 'Only accounts of this treasury: three digits, with or without `TREZ` in front.',
        ro: 'Doar conturile acestei trezorerii: trei cifre, cu sau fără `TREZ` în față.',
      },
    ),
    messages.treasury.treasuryCode(),
  ),
  (code) => code.slice(-3),
);

/** Rendered at once, some 2 MB; longer answers are streamed. */
const ROWS_AT_ONCE = 5_000;

/** Rows of a chunk, some 80 KB. */
const CHUNK_ROWS = 200;

/** `page`: the authority's index of the lists, for answers. */
export const treasury = (list: TreasuryList, page: (imported: boolean) => string | null) => {
  const index = treasuryIndex(list);
  const rows = { en: rowWriter(list, 'en'), ro: rowWriter(list, 'ro') };
  const provenance: Provenance = {
    name: 'treasury',
    covers: ['treasury'],
    asOf: list.asOf,
    fetchedAt: null,
    licence: 'Public information',
    url: page(list.imported),
  };
  return {
    findTreasuryIbans: endpoint({
      path: '/api/iban',
      access: 'pro+x402',
      price: 'reference',
      fresh: 'static',
      title: { en: 'Treasury IBANs', ro: 'IBAN-uri de trezorerie' },
      about: {
        en: 'The accounts of the State Treasury into which taxes are paid, all or the matching ones. `q` accepts counties, towns, treasury codes, names of taxes and IBANs, in any combination, with or without diacritics (`tva cluj`). Every IBAN is verified by its check digits. `evidence` states whether it was read in a published list or computed by the rule; a town whose treasury is not in the list gets the accounts of its county seat, with a warning. Answers are complete: where the published lists of all treasuries are imported, an answer without `q` and `treasury` has hundreds of thousands of rows, more than a single paid request may have.',
        ro: 'Conturile Trezoreriei Statului în care se plătesc taxele, toate sau cele care se potrivesc. `q` acceptă județe, localități, coduri de trezorerie, nume de taxe și IBAN-uri, în orice combinație, cu sau fără diacritice (`tva cluj`). Fiecare IBAN este verificat după cifrele de control. `evidence` arată dacă a fost citit într-o listă publicată sau calculat după regulă; o localitate a cărei trezorerie nu este în listă primește conturile reședinței de județ, cu un avertisment. Răspunsurile sunt complete: unde s-au importat listele publicate ale tuturor trezoreriilor, unul fără `q` și `treasury` are sute de mii de rânduri, mai multe decât se pot cumpăra cu o singură cerere.',
      },
      query: Type.Object({ q: Type.Optional(SearchText), treasury: Type.Optional(TreasuryCode) }, closed),
      data: Type.Array(TreasuryIban),
      empty: (data) => data.length === 0,
      examples: [
        { title: { en: 'VAT in Cluj', ro: 'TVA în Cluj' }, query: { q: 'tva cluj' } },
        { title: { en: 'One treasury', ro: 'O trezorerie' }, query: { treasury: '216' } },
      ],
      async handle({ q, treasury: code }, { language = 'en' }) {
        const { accounts, warnings } = index.find(q, code);
        const hasTreasury = code === undefined || index.has(code);
        return {
          data:
            accounts.length > ROWS_AT_ONCE
              ? inChunks(list, accounts, language, rows[language])
              : rendered(accounts, rows[language]),
          meta: {
            source: 'treasury',
            sources: [provenance],
            cachedAt: null,
            warnings: [
              ...warnings,
              ...(accounts.length === 0 && warnings.length === 0 ? whyNone(list, hasTreasury, code) : []),
              ...computed(list, accounts),
              ...(list.imported && list.asOf === null ? [messages.treasury.undated()] : []),
            ],
          },
        };
      },
    }),
  };
};

type Row = ReturnType<typeof rowWriter>;

function rendered(accounts: Uint32Array, row: Row): RenderedData {
  const bytes = Buffer.from(`[${Array.from(accounts, row).join(',')}]`);
  return { bytes, etag: etagOf(bytes) };
}

function inChunks({ digest }: TreasuryList, accounts: Uint32Array, language: Language, row: Row): RenderedChunks {
  return {
    etag: etagOf(digest + language + etagOf(new Uint8Array(accounts.buffer, accounts.byteOffset, accounts.byteLength))),
    *chunks() {
      for (let start = 0; start < accounts.length; start += CHUNK_ROWS) {
        const rows = Array.from(accounts.subarray(start, start + CHUNK_ROWS), row).join(',');
        yield Buffer.from(`${start === 0 ? '[' : ','}${rows}`);
      }
      yield Buffer.from(']');
    },
  };
}

/** Explains an empty answer: excise duty in Cluj, for example, exists outside this list. */
function whyNone({ imported, taxes }: TreasuryList, hasTreasury: boolean, code: string | undefined): Message[] {
  if (!hasTreasury && code !== undefined) return [messages.treasury.unknownCode({ code })];
  const symbols = taxes.map(({ account }) => account).join(', ');
  return imported ? [] : [messages.treasury.nothingFits({ accounts: symbols })];
}

function computed({ imported, isComputed }: TreasuryList, accounts: Uint32Array): Message[] {
  const count = imported ? 0 : accounts.reduce((sum, account) => sum + (isComputed[account] ?? 0), 0);
  return count === 0 ? [] : [messages.treasury.computed({ count, of: accounts.length })];
}
