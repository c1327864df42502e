/** Everything that the process which reads files is made of: it may open nothing else. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ocrFolders } from '#sources/pdf/ocr.ts';

const require = createRequire(import.meta.url);
const sources = join(import.meta.dirname, '../..');

/** The folder of a package, or of one that another has for itself. */
function folderOf(name: string, from = require): string {
  const places = (from.resolve.paths(name) ?? []).map((place) => join(place, name));
  return join(places.find(existsSync) ?? name, '*');
}
const inside = (name: string): NodeJS.Require => createRequire(require.resolve(name));

export const READER_FILES: readonly string[] = [
  join(import.meta.dirname, '*'),
  join(sources, 'base/text.ts'),
  join(sources, 'sources/workbook/*'),
  join(sources, 'sources/pdf/drawn-page.ts'),
  join(sources, 'sources/pdf/ocr.ts'),
  folderOf('@hyzyla/pdfium'),
  folderOf('7z-wasm'),
  folderOf('saxes'),
  folderOf('xmlchars', inside('saxes')),
  folderOf('yauzl'),
  folderOf('pend', inside('yauzl')),
  folderOf('parse5'),
  folderOf('entities', inside('parse5')),
  ...ocrFolders,
];
