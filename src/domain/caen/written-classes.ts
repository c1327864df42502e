/** Classes as JSON, each written once: they change with a release only, and a long list is asked for again and again. */

import { ajv } from '#api/ajv.ts';
import type { RenderedData } from '#api/endpoint.ts';
import { etagOf } from '#lib/values/hash.ts';
import { CaenClass, classes } from './classes.ts';

const texts = new Map<CaenClass, string>();
/** By letter; the whole classification under none. */
const lists = new Map<string | undefined, RenderedData>();

/** All classes, or those of a section: the same bytes each time, so that they are compressed once, too. */
export const wholeList = (section: string | undefined): RenderedData =>
  lists.getOrInsertComputed(section, () =>
    written(classes.filter((one) => section === undefined || one.section.code === section)),
  );

export function written(found: readonly CaenClass[]): RenderedData {
  const bytes = Buffer.from(`[${found.map((one) => texts.getOrInsertComputed(one, textOf)).join(',')}]`);
  return { bytes, etag: etagOf(bytes) };
}

/** Held against its schema once: rendered answers are not looked at again. */
function textOf(one: CaenClass): string {
  check ??= ajv.compile(CaenClass);
  if (check(one)) return JSON.stringify(one);
  throw new Error(`Class ${one.code} breaks its schema: ${ajv.errorsText(check.errors)}`);
}

let check: ReturnType<typeof ajv.compile> | undefined;
