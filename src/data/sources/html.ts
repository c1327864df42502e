/**
 * Web pages of other sites: their links and the rows of their tables, in any markup. parse5 reads them like a browser; its tree
 * is bounded here, because a page of 20 KB can create millions of elements (an open `<b>` is repeated in every later
 * paragraph).
 */
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { clean } from '#lib/values/text.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface PageLink {
  /** Resolved against the page's address or its own `base`. */
  url: string;
  /** In one spelling of diacritics; null for a link without words. */
  title: string | null;
}

/** Characters. The pages of the sources are far smaller. */
const PAGE_LENGTH_MAX = 1_000_000;
/** A page of 5,000 links in a table has some 30,000. */
const ELEMENTS_MAX = 100_000;
/** Real pages nest some thirty. The parser searches all open elements for a tag, so that depth multiplies the cost. */
const DEPTH_MAX = 200;
/** Elements without visible text. */
const WITHOUT_TEXT = new Set(['script', 'style', 'template']);

/** In the page's order. Throws `WrongShape` for a page beyond the bounds. */
export function linksOf(html: string, address: string): PageLink[] {
  const links: { href: string; words: string[] }[] = [];
  let base: string | undefined;
  readDown(parsePage(html, address), (element, outer) => {
    const href = attributeOf(element, 'href');
    if (element.tagName === 'base') base ??= href;
    if (element.tagName !== 'a' || href === undefined) return outer;
    const words: string[] = [];
    links.push({ href, words });
    return words;
  });
  const from = URL.parse(base ?? '', address)?.href ?? address;
  return links.flatMap(({ href, words }) => {
    const url = URL.parse(href.trim(), from)?.href;
    return url === undefined ? [] : [{ url, title: clean(words.join(' ')) }];
  });
}

/** The words of the cells, row by row; a table inside a cell has rows of its own. `name` is the page's, for messages. */
export function rowsOf(html: string, name: string): string[][] {
  const rows: string[][][] = [];
  const cellsOf = new Map<Node | null, string[][]>();
  readDown(parsePage(html, name), (element, outer) => {
    if (element.tagName === 'table') return null;
    if (element.tagName === 'tr') {
      const row: string[][] = [];
      rows.push(row);
      cellsOf.set(element, row);
    }
    if (element.tagName !== 'td' && element.tagName !== 'th') return outer;
    const words: string[] = [];
    cellsOf.get(element.parentNode)?.push(words);
    return words;
  });
  return rows.map((cells) => cells.map((words) => clean(words.join(' ')) ?? ''));
}

function parsePage(html: string, name: string): Node {
  const refuse = (found: string): never => {
    throw new WrongShape(name, 'a web page of usual size', found);
  };
  if (html.length > PAGE_LENGTH_MAX) refuse(`${html.length} characters`);
  let elements = 0;
  let depth = 0;
  return parse<DefaultTreeAdapterMap>(html, {
    // Reads <noscript>, because the page's scripts do not run here.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...parameters) {
        elements += 1;
        if (elements > ELEMENTS_MAX) refuse(`more than ${ELEMENTS_MAX} elements`);
        return defaultTreeAdapter.createElement(...parameters);
      },
      onItemPush() {
        depth += 1;
        if (depth > DEPTH_MAX) refuse(`more than ${DEPTH_MAX} elements inside one another`);
      },
      onItemPop() {
        depth -= 1;
      },
    },
  });
}

/**
 * From the top down in the page's order. `wordsFor` returns the list for the words inside an element: each text goes to the
 * innermost list, so that a page is read once at any nesting.
 */
function readDown(page: Node, wordsFor: (element: Element, outer: string[] | null) => string[] | null): void {
  const waiting: { node: Node; words: string[] | null }[] = [{ node: page, words: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, words } = next;
    if (node.nodeName === '#text') words?.push((node as DefaultTreeAdapterTypes.TextNode).value);
    if (!('childNodes' in node) || WITHOUT_TEXT.has(node.nodeName)) continue;
    const inner = 'tagName' in node ? wordsFor(node, words) : words;
    for (const child of node.childNodes.toReversed()) waiting.push({ node: child, words: inner });
  }
}

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;
