import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { linksOf, rowsOf } from './html.ts';

const PAGE = 'https://example.ro/folder/page.htm';

test('links are read in order, resolved and with their text, from invalid markup too', () => {
  const page = `<UL><LI><A class=x HREF='a.pdf?x=1&amp;y=2'><b>Comunicat de pres&#259;</b>
    &amp; altele &#x15F;i Bistri&tcedil;a<li><a href=/b.pdf></a><noscript><a href="c.pdf">fără script</a></noscript>`;
  assert.deepEqual(linksOf(page, PAGE), [
    { url: 'https://example.ro/folder/a.pdf?x=1&y=2', title: 'Comunicat de presă & altele și Bistrița' },
    { url: 'https://example.ro/b.pdf', title: null },
    { url: 'https://example.ro/folder/c.pdf', title: 'fără script' },
  ]);
});

test('comments, scripts and templates give no links and no text', () => {
  const page = `<!-- <a href="a">a</a> --><script>'<a href="b">b</a>'</script><template><a href="c">c</a></template>
    <a href="d">d<style>e { }</style></a><a name="f">f</a><a href="https://[">g</a>`;
  assert.deepEqual(linksOf(page, PAGE), [{ url: 'https://example.ro/folder/d', title: 'd' }]);
});

test('links are resolved against the base element', () => {
  const [link] = linksOf('<head><base href="/other/"></head><a href="x.pdf">x</a>', PAGE);
  assert.equal(link?.url, 'https://example.ro/other/x.pdf');
});

test('table rows are read with the text of their cells, and nested tables give rows of their own', () => {
  const page = `<table><tr><td>1 <table><tr><td>inner</table><td>2<TR><TH>3<br>4<TD></table>`;
  assert.deepEqual(rowsOf(page, PAGE), [['1', '2'], ['inner'], ['3 4', '']]);
});

/** Input for which unbounded lookahead, lookbehind or tree building takes quadratic time. */
const HOSTILE: Record<string, string> = {
  'unclosed links': '<a href=x>',
  'unterminated link tags': '<a href="x" ',
  'unclosed cells': '<tr><td>',
  'nested elements': '<div>',
  'nested tables': '<table><tr><td>',
  'links in nested tables': '<a href=x>x<table><tr><td>',
  'unterminated comments': '<!-- ',
  'tag openings': '<',
  'unterminated references': '&notin',
  'foreign elements': '<svg><p>',
};

// A former parser took 2 s for 200 KB of the first kind and a hundred times that for these; parse5 takes about 0.1 s.
const CPU_MS_MAX = 10_000;

for (const [what, piece] of Object.entries(HOSTILE)) {
  test(`a page of 2 MB of ${what} is read or refused quickly`, () => {
    const page = piece.repeat(Math.floor(2_000_000 / piece.length));
    assertAtOnce(() => linksOf(page, PAGE));
    assertAtOnce(() => rowsOf(page, PAGE));
  });
}

test('a page that reopens a thousand elements in every paragraph is refused quickly', () => {
  const styles = Array.from({ length: 900 }, (_, number) => `<b class=${number}>`).join('');
  const page = `<p>${styles}${'<p>x'.repeat(10_000)}`;
  assertAtOnce(() => assert.throws(() => linksOf(page, PAGE), WrongShape));
});

test('a page beyond a limit is refused with the limit that it exceeds', () => {
  const refusal = (page: string): RegExpMatchArray | null => {
    try {
      linksOf(page, PAGE);
      return null;
    } catch (error) {
      return String(error).match(/found (.*)\.$/);
    }
  };
  assert.equal(refusal('x'.repeat(1_000_001))?.[1], '1000001 characters');
  assert.equal(refusal('<i></i>'.repeat(100_000))?.[1], 'more than 100000 elements');
  assert.equal(refusal('<div>'.repeat(200))?.[1], 'more than 200 elements inside one another');
  assert.equal(refusal('<div>'.repeat(150)), null);
});

function assertAtOnce(read: () => void): void {
  const before = process.threadCpuUsage();
  try {
    read();
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  assert.ok((user + system) / 1000 < CPU_MS_MAX);
}
