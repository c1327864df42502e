/** A page of a PDF as a picture, for who reads pictures. */
import type { PDFiumPage } from '@hyzyla/pdfium';
import type { GreyPicture } from './ocr.ts';

/** What Tesseract reads best is at 200 to 300 dots an inch. */
const DPI = 200;
const POINTS_PER_INCH = 72;
/** A page of A3 at that density; larger ones are drawn smaller. */
const PIXELS_MAX = 8_000_000;

export async function renderPage(page: PDFiumPage): Promise<GreyPicture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const inches = (originalWidth * originalHeight) / POINTS_PER_INCH ** 2;
  const dpi = Math.min(DPI, Math.floor(Math.sqrt(PIXELS_MAX / Math.max(inches, Number.EPSILON))));
  const scale = dpi / POINTS_PER_INCH;
  const picture = await page.render({ scale, colorSpace: 'Gray', render: async ({ data }) => data });
  return { ...picture, dpi };
}
