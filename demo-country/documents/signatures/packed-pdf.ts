/**
 * Signed PDF documents whose objects lie in a stream and whose table is one, as most programs write them; and what forgers do to
 * them afterwards without touching a signed byte.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { embedSignature, type PdfSignature, signatureDictionary } from './pdf-signature.ts';

/** `repacked`: the stream replaced under its own number, its objects listed again. `relisted`: nothing but the stream is listed. */
export type Forgery = 'repacked' | 'relisted' | 'pageReplaced' | 'pageAdded' | 'unhidden';

/** By number: the text between `obj` and `endobj`. */
type Objects = ReadonlyMap<number, string>;

/** `forged`: the change after signing, with the pages of another document. */
export function signPackedPdf(pdf: Buffer, signature: PdfSignature, forged?: { how: Forgery; other: Buffer }): Buffer {
  const objects = objectsIn(pdf);
  const value = Math.max(...objects.keys()) + 1;
  const [field, hidden, appearance, container, table] = [1, 2, 3, 4, 5].map((step) => value + step) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const fields = forged?.how === 'unhidden' ? `${field} 0 R ${hidden} 0 R` : `${field} 0 R`;
  const [page = 0] = pagesIn(objects);
  const all = new Map([
    ...objects,
    [1, `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /SigFlags 3 >> >>`],
    [page, withEntry(objects.get(page) ?? '', `/Annots [${fields}]`)],
    [value, signatureDictionary(signature)],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Semnatura1) /V ${value} 0 R /Rect [0 0 0 0] /F 132 /P ${page} 0 R >>`,
    ],
  ] as const);
  if (forged?.how === 'unhidden') {
    all.set(hidden, fieldOverPage(page, appearance, HIDDEN));
    all.set(appearance, appearanceOf(forged.other));
  }
  const layout = { container, table };
  const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const isOpen = ([number, content]: [number, string]): boolean => number === value || content.includes('\nstream\n');
  const packed = new Map([...all].filter((each) => !isOpen(each)));
  const open = new Map([...all].filter(isOpen));
  const signedPdf = embedSignature(withStreams(start, { ...layout, packed, open, listsObjects: true }), 0, signature);
  return forged
    ? withStreams(signedPdf, {
        ...layout,
        table: table + 1,
        ...forgeryOf(forged, packed, { page, hidden, appearance, next: table + 2 }),
      })
    : signedPdf;
}

const HIDDEN = 2;
const PRINTED = 4;

/** An unsigned field over the whole page. */
const fieldOverPage = (page: number, appearance: number, flags: number): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Semnatura2) /Rect [0 0 595 842] /F ${flags} /P ${page} 0 R /AP << /N ${appearance} 0 R >> >>`;

interface Change {
  packed: Objects;
  open: Objects;
  listsObjects: boolean;
}

function forgeryOf(
  { how, other }: { how: Forgery; other: Buffer },
  packed: Objects,
  { page, hidden, appearance, next }: { page: number; hidden: number; appearance: number; next: number },
): Change {
  const otherObjects = objectsIn(other);
  const [otherPage = 0] = pagesIn(otherObjects);
  const content = otherObjects.get(contentsOf(otherObjects.get(otherPage) ?? '')) ?? '';
  const old = packed.get(page) ?? '';
  const replaced = old.replace(CONTENTS, `/Contents ${next} 0 R`);
  const tree = packed.get(2) ?? '';
  switch (how) {
    case 'repacked':
    case 'relisted':
      return {
        packed: new Map([...packed, [page, replaced]]),
        open: new Map([[next, content]]),
        listsObjects: how === 'repacked',
      };
    case 'pageReplaced':
      return {
        packed: new Map([...packed, [2, tree.replace(`[${page} 0 R`, `[${next + 1} 0 R`)], [page, 'null']]),
        open: new Map([
          [next, content],
          [next + 1, replaced],
        ]),
        listsObjects: false,
      };
    case 'pageAdded': {
      const count = pagesIn(packed).length;
      const more = tree.replace(']', ` ${next + 1} 0 R]`).replace(`/Count ${count}`, `/Count ${count + 1}`);
      return {
        packed: new Map([...packed, [2, more]]),
        open: new Map([
          [next, content],
          [next + 1, `${replaced.slice(0, replaced.indexOf('/Annots ['))}>>`],
        ]),
        listsObjects: false,
      };
    }
    case 'unhidden':
      return {
        packed: new Map(),
        open: new Map([[hidden, fieldOverPage(page, appearance, PRINTED)]]),
        listsObjects: false,
      };
  }
}

/** The first page of a document, over white: lower than on its own page, so that no text lies on another. */
function appearanceOf(pdf: Buffer): string {
  const objects = objectsIn(pdf);
  const [page = 0] = pagesIn(objects);
  const content = objects.get(contentsOf(objects.get(page) ?? '')) ?? '';
  const drawn = inflateSync(
    Buffer.from(content.slice(content.indexOf('\nstream\n') + 8, content.lastIndexOf('\nendstream')), 'latin1'),
  );
  const entries = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >>';
  return streamOf(Buffer.concat([Buffer.from('1 g 0 0 595 842 re f 0 g 1 0 0 1 0 -400 cm\n'), drawn]), entries);
}

const CONTENTS = /\/Contents ([0-9]{1,7}) 0 R/;
const contentsOf = (page: string): number => Number(CONTENTS.exec(page)?.[1]);
const pagesIn = (objects: Objects): number[] => {
  const tree = objects.get(2) ?? '';
  const kids = tree.slice(tree.indexOf('/Kids ['), tree.indexOf(']'));
  return [...kids.matchAll(/([0-9]{1,7}) 0 R/g)].map(([, number]) => Number(number));
};
const withEntry = (dictionary: string, entry: string): string => `${dictionary.slice(0, -2)}${entry} >>`;

/** Reads a file of `pdf.ts`: it has a text table, and objects in the order of their numbers. */
function objectsIn(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  return new Map(
    offsets.map((offset, index) => {
      const object = text.slice(offset, offsets[index + 1] ?? table);
      return [index + 1, object.slice(object.indexOf('\n') + 1, object.lastIndexOf('\nendobj'))];
    }),
  );
}

/** Appends objects, the packed ones in an object stream, and a cross-reference stream. */
function withStreams(
  pdf: Buffer,
  { packed, open, listsObjects, container, table }: Change & { container: number; table: number },
): Buffer {
  const chunks: Buffer[] = [pdf];
  let length = pdf.length;
  const rows = new Map<number, [kind: number, offset: number, index: number]>();
  const add = (number: number, content: string): void => {
    const chunk = Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, 'latin1');
    rows.set(number, [1, length, 0]);
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [number, content] of open) add(number, content);
  if (packed.size > 0) add(container, containerOf(packed));
  if (listsObjects) for (const [index, number] of [...packed.keys()].entries()) rows.set(number, [2, container, index]);
  rows.set(table, [1, length, 0]);
  const sortedRows = [...rows].toSorted(([one], [other]) => one - other);
  const bytes = sortedRows.flatMap(([, [kind, offset, index]]) => [
    kind,
    offset >>> 24,
    (offset >>> 16) & 255,
    (offset >>> 8) & 255,
    offset & 255,
    index,
  ]);
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.subarray(-64).toString('latin1'))?.[1];
  const start = length;
  const size = Math.max(...rows.keys()) + 1;
  add(
    table,
    streamOf(
      Buffer.from(bytes),
      `/Type /XRef /Size ${size} /Root 1 0 R /Info 3 0 R /W [1 4 1] /Index [${sortedRows.map(([number]) => `${number} 1`).join(' ')}]${before ? ` /Prev ${before}` : ''}`,
    ),
  );
  return Buffer.concat([...chunks, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

function containerOf(packed: Objects): string {
  const heads: string[] = [];
  let length = 0;
  for (const [number, content] of packed) {
    heads.push(`${number} ${length}`);
    length += content.length + 1;
  }
  const head = `${heads.join(' ')}\n`;
  const content = Buffer.from(head + [...packed.values()].join('\n'), 'latin1');
  return streamOf(content, `/Type /ObjStm /N ${packed.size} /First ${head.length}`);
}

function streamOf(content: Buffer, entries: string): string {
  const bytes = deflateSync(content);
  return `<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}
