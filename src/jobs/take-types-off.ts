/**
 * Writes a module of ours and everything of ours that it imports as plain JavaScript: `take-types-off.ts FOLDER MODULE …`. Node takes
 * the types off every file at every start of a process, which is three quarters of what the start of a reader costs.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Static and dynamic ones, as we write them. */
const IMPORTS = /(?<=\b(?:from|import|import\() ?')([#.][^']+)\.ts(?=')/g;

const [, , folder = '', ...modules] = process.argv;
const done = new Set<string>();
copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
for (const module of modules) write(module);

function write(file: string): void {
  // What stands in a comment may not be there.
  if (done.has(file) || !existsSync(file)) return;
  done.add(file);
  const plain = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const target = join(folder, relative(root, file)).replace(/\.ts$/, '.js');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    plain.replace(IMPORTS, (name) => `${name.slice(0, -'.ts'.length)}.js`),
  );
  for (const [, name = ''] of plain.matchAll(IMPORTS))
    write(name.startsWith('#') ? join(root, 'src', `${name.slice(1)}.ts`) : join(dirname(file), `${name}.ts`));
}
