/** How PostgreSQL's values arrive: as the same JavaScript values that SQLite gives for the same SQL. */

const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const FLOAT4 = 700;
const FLOAT8 = 701;
const NUMERIC = 1700;

const parsers: Record<number, (text: string) => unknown> = {
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [BYTEA]: (text) => {
    const bytes = Buffer.from(text.slice(2), 'hex');
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  },
  [INT8]: exactNumber,
  [INT2]: Number,
  [INT4]: Number,
  [FLOAT4]: Number,
  [FLOAT8]: Number,
  [NUMERIC]: exactNumber,
};

/** Everything else is text, as PostgreSQL prints it: no Date and no parsed JSON ever comes out of a store. */
export const typeParser = (oid: number): ((text: string) => never) =>
  (parsers[oid] ?? String) as (text: string) => never;

/** Counts, sums and bigints; node:sqlite throws in the same case. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('A number beyond 2^53 cannot be read without loss.');
  return value;
}
