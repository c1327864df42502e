/** Positions of lines of a page: the text of a PDF has tables column by column, and only positions give the rows. */
import type { PDFiumPage } from '@hyzyla/pdfium';

/** Text without a line break, and the start of its base line: x to the right, y upwards. */
export interface PageRun {
  x: number;
  y: number;
  text: string;
}

/** Private interface of the library; its version is pinned, and a test reads positions with it. */
interface PdfiumModule {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  HEAPF64: Float64Array;
  wasmExports: { malloc(bytes: number): number; free(address: number): void };
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
const DOUBLE_BYTES = 8;

/** In the order of the document. The package keeps both members private. */
export function runsOf(page: PDFiumPage): PageRun[] {
  const { module, pageIdx } = page as unknown as { module: PdfiumModule; pageIdx: number };
  const textPage = module._FPDFText_LoadPage(pageIdx);
  if (!textPage) throw new Error('a page without text');
  const address = module.wasmExports.malloc(2 * DOUBLE_BYTES);
  try {
    const runs: PageRun[] = [];
    let run: PageRun | null = null;
    const count = module._FPDFText_CountChars(textPage);
    for (let i = 0; i < count; i++) {
      const code = module._FPDFText_GetUnicode(textPage, i);
      if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        run = null;
        continue;
      }
      if (run === null) {
        module._FPDFText_GetCharOrigin(textPage, i, address, address + DOUBLE_BYTES);
        const at = address / DOUBLE_BYTES;
        run = { x: module.HEAPF64[at] ?? 0, y: module.HEAPF64[at + 1] ?? 0, text: '' };
        runs.push(run);
      }
      run.text += String.fromCodePoint(code);
    }
    return runs;
  } finally {
    module.wasmExports.free(address);
    module._FPDFText_ClosePage(textPage);
  }
}
