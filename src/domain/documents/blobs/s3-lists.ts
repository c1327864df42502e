/** What S3-compatible storage answers in XML: a single element, and the pages of a list. */
import { SaxesParser } from 'saxes';

/** The text of the first element of this name; null when there is none, or no XML. */
export const elementIn = (xml: string, name: string): string | null => elementsIn(xml, [name])[0]?.[1] ?? null;

/** A page of a list: keys with their sizes, and where the next page begins. */
export interface KeysPage {
  keys: { key: string; sizeBytes: number }[];
  next: string | null;
}

export function keysIn(xml: string): KeysPage {
  const elements = elementsIn(xml, ['Key', 'Size', 'NextContinuationToken']);
  const keys = elements.flatMap(([name, text]) => (name === 'Key' ? text : []));
  const sizes = elements.flatMap(([name, text]) => (name === 'Size' ? Number(text) : []));
  return {
    keys: keys.map((key, i) => ({ key, sizeBytes: sizes[i] ?? 0 })),
    next: elements.find(([name]) => name === 'NextContinuationToken')?.[1] ?? null,
  };
}

function elementsIn(xml: string, names: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (names.includes(name)) found.push([name, text]);
    text = '';
  });
  parser.on('error', () => {});
  parser.write(xml).close();
  return found;
}
