/** Answers about companies as a generation gives them, before the tax authority is queried. */
import assert from 'node:assert/strict';
import type { Dataset } from '#data/store/dataset.ts';
import type { Company } from '#domain/companies/company.ts';
import { codesAfter, namesOf, readFacts } from '#domain/companies/facts-table.ts';
import { type CompanyDocument, renderDocument } from '#domain/companies/render.ts';

async function answerOf(dataset: Dataset, cui: string): Promise<CompanyDocument> {
  const facts = (await readFacts(dataset, cui)) ?? assert.fail(`${cui} is known`);
  return renderDocument(facts, await namesOf(dataset), new Set());
}

export const companyOf = async (dataset: Dataset, cui: string): Promise<Company> =>
  JSON.parse(Buffer.from((await answerOf(dataset, cui)).bytes).toString()) as Company;

/** Of every fiscal code, in order. */
export async function etagsOf(dataset: Dataset): Promise<string[]> {
  const etags: string[] = [];
  for (const cui of await codesOf(dataset)) etags.push((await answerOf(dataset, cui)).etag);
  return etags;
}

export const codesOf = (dataset: Dataset): Promise<string[]> => codesAfter(dataset, '0', Number.MAX_SAFE_INTEGER);
