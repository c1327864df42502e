/** Questions asked of a finished dataset before anybody else may: is every company there, and is its answer of the promised shape. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { Database } from '#data/store/database.ts';
import type { Part } from '#data/store/dataset.ts';
import { Company } from '#domain/companies/company.ts';

const SAMPLE_DOCUMENTS = 500; // spread over all of them; a fault of the renderer shows in the first few

let validate: ValidateFunction | undefined;

export async function checkDocuments(db: Database, parts: readonly Part[]): Promise<void> {
  const entities = parts.some((part) => part.name === 'entities');
  const expected = await db.one<{ companies: number }>(
    `select count(distinct cui)${entities ? ' + (select count(*) from entity)' : ''} as companies from firm`,
  );
  const documents = await db.one<{ count: number }>('select count(*) as count from document');
  if (documents?.count !== expected?.companies)
    throw new Error(`${expected?.companies} fiscal codes are known, but ${documents?.count} have a document.`);

  validate ??= new Ajv({ allErrors: true, strict: false }).compile(Company);
  const isCompany = validate;
  for await (const { cui, body } of sample(db, documents?.count ?? 0)) {
    if (isCompany(JSON.parse(Buffer.from(body).toString()))) continue;
    const [problem] = isCompany.errors ?? [];
    throw new Error(
      `The document of ${cui} is not of the promised shape: ${problem?.instancePath} ${problem?.message}.`,
    );
  }
}

async function* sample(db: Database, count: number): AsyncGenerator<{ cui: number; body: Uint8Array }> {
  const range = await db.one<{ first: number; last: number }>(
    'select min(cui) as first, max(cui) as last from document',
  );
  if (count === 0 || range === null) return;
  const stride = Math.max(1, Math.floor((range.last - range.first) / SAMPLE_DOCUMENTS));
  for (let from = range.first; from <= range.last; from += stride) {
    const row = await db.one<{ cui: number; body: Uint8Array }>(
      'select cui, body from document where cui >= $1 order by cui limit 1',
      [from],
    );
    if (row) yield row;
  }
}
