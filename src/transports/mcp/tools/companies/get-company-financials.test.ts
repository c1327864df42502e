/** Years that the source leaves open and years beyond the size of an answer, with a stub client. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import { timeoutError } from '#domain/companies/tax-authority.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { getCompanyFinancials } from './get-company-financials.ts';

const CUI = '90000014';
const NEWEST = 2025;
const meta = { sources: [], financialsMissingYears: [] };

const balance = (year: number, warnings: string[] = []) => ({
  year,
  companyName: 'ZIMBRUL AURIU SA',
  summary: {},
  eurRate: null,
  caenCode: null,
  caenRevision: null,
  warnings: warnings.map((label) => ({ label })),
});

/** Eight years are available at once; for earlier years, `older` answers or throws. */
const callOver = (older: (year: number) => object, warnings: string[] = []): ToolCall =>
  ({
    language: 'en',
    offersPro: false,
    context: { caller: { pro: false } },
    link: () => 'https://firmoteca.example/',
    client: {
      getFinancials: async () => ({ data: Array.from({ length: 8 }, (_, i) => balance(NEWEST - i, warnings)), meta }),
      getBalance: async ({ year }: { year: number }) => ({ data: older(year), meta }),
      getCompany: async () => ({ data: { registrationDate: '2013-05-06', deregistrationDate: null }, meta }),
    },
  }) as unknown as ToolCall;

const ask = async (input: { fromYear?: number; toYear?: number }, call: ToolCall) => {
  const result = await getCompanyFinancials.call({ cui: CUI, ...input }, call);
  assert.ok('years' in result);
  return { ...result, given: result.years.map(({ year }) => year) };
};

test('a year that times out is listed as missing with the reason, and the other years are returned', async () => {
  const call = callOver((year) => {
    if (year === 2017) throw timeoutError(messages.companies.balanceOf({ year, cui: CUI }));
    if (year < 2015) throw new ApiError('NOT_FOUND', messages.companies.balanceOf({ year, cui: CUI }));
    return balance(year);
  });
  const { given, missingYears, notes } = await ask({ toYear: 2019 }, call);
  assert.deepEqual(given, [2019, 2018, 2016, 2015]);
  assert.deepEqual(missingYears, [2017, 2014, 2013]);
  assert.match(notes.join('\n'), /`years\.2017` could not be read: .*2017/);
  assert.doesNotMatch(notes.join('\n'), /years\.201[34]/, 'a year without a filing is not reported as unread');
  assert.match(notes.join('\n'), /registered on 2013-05-06/);
});

test('an internal error is not reported as a missing year', async () => {
  const call = callOver(() => {
    throw new Error('a fault');
  });
  await assert.rejects(ask({ toYear: 2017 }, call), /a fault/);
});

test('years beyond the size of an answer are omitted, and a note gives the call for them', async () => {
  const call = callOver((year) => balance(year), ['x'.repeat(1_500)]);
  for (const input of [{}, { fromYear: 2000 }, { toYear: NEWEST }]) {
    const { given: years, ...answer } = await ask(input, call);
    assert.ok(Buffer.byteLength(JSON.stringify(answer)) <= 8_000);
    assert.ok(years.length > 1 && years.length < 8);
    const first = years.at(-1) ?? 0;
    assert.ok(answer.notes.includes(`Years before ${first} are omitted: request them with \`toYear\` ${first - 1}.`));
  }
});
