/**
 * `npm run generate`: writes every file that is made from the code. `-- --check` writes nothing and names what is out of date;
 * `--without-demo` leaves out the example answers, which take a running demo and most of the time.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectFile } from '#lib/paths.ts';
import { clientTypes } from './generate/client-types.ts';
import { declaredOperations } from './generate/declared-operations.ts';
import { docsBlocks } from './generate/docs-blocks.ts';
import { type GeneratedFile, textOf } from './generate/generated-file.ts';
import { licences } from './generate/licences.ts';
import { EXAMPLES_FOLDER, responseExamples } from './generate/response-examples.ts';
import { sizes } from './generate/sizes.ts';

const options = new Set(process.argv.slice(2));
const isCheck = options.delete('--check');
const withDemo = !options.delete('--without-demo');
if (options.size > 0) {
  console.error('npm run generate [-- [--check] [--without-demo]]');
  process.exit(2);
}

const files: GeneratedFile[] = [...docsBlocks(), ...sizes(), licences(), ...clientTypes(await declaredOperations())];
// Last: it stops the clock of this process.
if (withDemo) files.push(...(await responseExamples()));
const outdated = files.filter(({ path, text }) => textOf(path) !== text);
const left = withDemo ? leftOver(EXAMPLES_FOLDER, files) : [];
if (!isCheck) {
  for (const { path, text } of outdated) {
    mkdirSync(dirname(projectFile(path).pathname), { recursive: true });
    writeFileSync(projectFile(path), text);
  }
  for (const path of left) rmSync(projectFile(path));
}
for (const { path } of outdated) console.log(isCheck ? `${path} is out of date: npm run generate` : `${path} written`);
for (const path of left) console.log(isCheck ? `${path} is of nothing any more: npm run generate` : `${path} removed`);
if (isCheck && outdated.length + left.length > 0) process.exitCode = 1;

/** Files of a folder that holds generated files only, and that are generated no more. */
function leftOver(folder: string, generated: readonly GeneratedFile[]): string[] {
  const known = new Set(generated.map(({ path }) => path));
  return readdirSync(projectFile(folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !known.has(path))
    .toSorted();
}
