/** Answers of the demo to the first example of each operation, as `npm run generate` writes them; lists are cut to their first rows. */
import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';

export const exampleFolder = projectFile('reference/examples/');

export interface ExampleAnswer {
  success: true;
  data: unknown;
  meta: Record<string, unknown>;
}

const answers = new Map<string, ExampleAnswer | null>();

/** Null where there is none yet, as of an operation that was just declared. */
export const exampleAnswer = (id: string): ExampleAnswer | null =>
  answers.getOrInsertComputed(id, () => {
    const file = new URL(`${id}.json`, exampleFolder);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ExampleAnswer) : null;
  });

/** What a free visitor saw of the same; null where there is no preview. */
export const examplePreview = (id: string): ExampleAnswer | null => exampleAnswer(`${id}.preview`);
