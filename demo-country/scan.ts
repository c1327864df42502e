/** Scans: pictures of printed pages with specks, or of an unreadable page. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type Picture, textPdf } from './pdf.ts';
import { type Random, within } from './random.ts';

/** The usual setting of office scanners. */
const DPI = 150;
const POINTS_PER_INCH = 72;
const PAPER = 244;
/** One speck on so many pixels. */
const SPECK_EVERY = 4_000;

let library: Promise<PDFiumLibrary> | undefined;

/** One picture a page. */
export async function scanPages(paragraphs: readonly string[], roll: Random): Promise<Picture[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(textPdf(paragraphs, { title: '', drawn: true }));
  try {
    const pictures: Picture[] = [];
    for (const page of document.pages()) {
      const printed = await page.render({
        scale: DPI / POINTS_PER_INCH,
        colorSpace: 'Gray',
        render: async ({ data }) => data,
      });
      pictures.push(photocopy(printed, roll));
    }
    return pictures;
  } finally {
    document.destroy();
  }
}

/** Greyer than the page itself, with specks. */
function photocopy(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  roll: Random,
): Picture {
  const grey = data.map((shade) => Math.round((shade * PAPER) / 255));
  for (let i = 0; i < grey.length; i += within(roll(), 1, 2 * SPECK_EVERY)) grey[i] = within(roll(), 60, 200);
  return { width, height, grey };
}

/** Darker stripes of noise: a page that slipped. */
export function unreadablePage(roll: Random): Picture {
  const [width, height] = [413, 585];
  const grey = Uint8Array.from({ length: width * height }, (_, i) => {
    const row = Math.floor(i / width);
    return row % 14 < 6 && row > 60 && row < height - 60 ? within(roll(), 40, 140) : within(roll(), 225, 245);
  });
  return { width, height, grey };
}
