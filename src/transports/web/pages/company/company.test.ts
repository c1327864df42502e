/** Completeness: the fields of the company answer appear on its page or in the company tool. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { ApiClient } from '#api/client.ts';
import { Company } from '#domain/companies/company.ts';
import { projectFile } from '#lib/paths.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { companyNow } from '#transports/mcp/tools/companies/company-now.ts';
import { vat } from '#transports/mcp/tools/companies/company-sections.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { companyPage } from './company.ts';

const example = JSON.parse(readFileSync(projectFile('reference/examples/getCompany.json'), 'utf8'));

/** Fields that appear in neither, with the reason. */
const unshown: Readonly<Record<string, string>> = {
  organizationForm: 'the legal form says more',
  onrcStatus: 'its label is shown',
  fax: 'few companies have one',
  authorizedCaenCodes: 'the activities have the same codes, with titles',
  onDate: 'only in answers for a day',
};

test('every field of a company is on its page or in the company tool, or has a listed reason', async () => {
  const names = Object.keys(Company.properties);
  const nullable = Object.entries<TSchema>(Company.properties).filter(([, schema]) => 'anyOf' in schema);
  const filled = {
    ...example.data,
    ...Object.fromEntries(nullable.map(([name]) => [name, example.data[name] ?? '2020-01-01'])),
    datoriiAnaf: { total: 1, asOf: '2020-01-01' },
  };
  const missing: string[] = [];
  for (const name of names) {
    // A company that has ended displays other fields than an active one.
    const isShown = await Promise.all(
      [{}, { struckOff: true, inactive: true }].map(async (state) => {
        const company = { ...filled, ...state };
        return (await shownOf({ ...company, [name]: changed(name, company[name]) })) !== (await shownOf(company));
      }),
    );
    if (!isShown.includes(true)) missing.push(name);
  }
  assert.deepEqual(missing.toSorted(), Object.keys(unshown).toSorted());
});

function changed(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return '2021-02-03';
  if (Array.isArray(value)) return [];
  return name === 'provenance' ? {} : null;
}

/** The page and the tool’s record of a company, with all other parts unavailable. */
async function shownOf(data: ApiClientCompany): Promise<string> {
  const getCompany = async () => ({ preview: false, data, meta: example.meta });
  const notLoaded = async () => {
    throw new ApiError('SOURCE_NOT_LOADED', messages.companies.noRow());
  };
  const client = new Proxy({ getCompany } as Partial<ApiClient>, {
    get: (own, name) => Reflect.get(own, name) ?? notLoaded,
  });
  const now = Date.parse('2026-11-15T12:00:00Z');
  const request = { client, language: 'en', now, params: { cui: data.cui } } as Partial<PageRequest>;
  const view = await companyPage.show(request as PageRequest);
  const call = {} as Partial<ToolCall> as ToolCall;
  const { part } = await vat.read({ cui: data.cui, company: data, call });
  return JSON.stringify([view, companyNow.of(data, call), part]);
}

type ApiClientCompany = Parameters<typeof companyNow.of>[0];
