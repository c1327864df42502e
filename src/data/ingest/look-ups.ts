/** The check that every company can be looked up in the parts of a build, before a generation with them is published. */

import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import { Company } from '#domain/companies/company.ts';
import { codesAfter, type FactsSource, hasPart, readFacts, readNames } from '#domain/companies/facts-table.ts';
import { renderDocument } from '#domain/companies/render.ts';

const PAGE_CODES = 1_000;
const SAMPLE_COMPANIES = 500; // evenly spaced; an error of the renderer shows in the first few

/** Throws where a fiscal code is not reached in order, and where a company of a sample is not of the promised shape. */
export async function checkLookUps(source: FactsSource): Promise<void> {
  const expected = await codeCount(source);
  const stride = Math.max(1, Math.floor(expected / SAMPLE_COMPANIES));
  const assertShape = await shapeCheck(source);
  let count = 0;
  let last = 0;
  for (;;) {
    const codes = await codesAfter(source, String(last), PAGE_CODES);
    if (codes.length === 0) break;
    for (const code of codes) {
      if (Number(code) <= last) throw new Error(`Fiscal code ${code} is reached after ${last}.`);
      last = Number(code);
      if (count++ % stride === 0) await assertShape(code);
    }
    // SQLite answers without a turn of the event loop.
    await yieldToLoop();
  }
  if (count !== expected) throw new Error(`${expected} fiscal codes are known, but ${count} are reached in order.`);
}

async function codeCount(source: FactsSource): Promise<number> {
  const entities = hasPart(source, 'entities') ? ' + (select count(*) from entity)' : '';
  const row = await source.db.one<{ codes: number }>(`select count(distinct cui)${entities} as codes from firm`);
  return row?.codes ?? 0;
}

let validate: ValidateFunction | undefined;

async function shapeCheck(source: FactsSource): Promise<(cui: string) => Promise<void>> {
  validate ??= new Ajv({ allErrors: true, strict: false }).compile(Company);
  const isCompany = validate;
  const names = await readNames(source);
  return async (cui) => {
    const facts = await readFacts(source, cui);
    if (facts === null) throw new Error(`Fiscal code ${cui} has no record.`);
    // As sent: JSON leaves out what is undefined.
    const { bytes } = renderDocument(facts, names, NO_HIDDEN_PERSONS);
    if (isCompany(JSON.parse(Buffer.from(bytes).toString()))) return;
    const [problem] = isCompany.errors ?? [];
    throw new Error(
      `The answer about ${cui} is not of the promised shape: ${problem?.instancePath} ${problem?.message}.`,
    );
  };
}

const NO_HIDDEN_PERSONS: ReadonlySet<string> = new Set();
