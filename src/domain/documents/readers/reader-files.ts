/** Packages that processes which read files open beside their own module. */
import { packageFiles } from '#lib/paths.ts';
import { PDF_PACKAGES } from '#lib/readers/pdf/text.ts';

export const READER_PACKAGES: readonly string[] = [...PDF_PACKAGES, packageFiles('7z-wasm')];
