import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { linksOf, rowsOf } from './html.ts';

const PAGE = 'https://example.ro/folder/page.htm';

test('links come in order, resolved and with their words, from markup that no validator would take', () => {
  const page = `<UL><LI><A class=x HREF='a.pdf?x=1&amp;y=2'><b>Comunicat de pres&#259;</b>
    &amp; altele &#x15F;i Bistri&tcedil;a<li><a href=/b.pdf></a><noscript><a href="c.pdf">fără script</a></noscript>`;
  assert.deepEqual(linksOf(page, PAGE), [
    { url: 'https://example.ro/folder/a.pdf?x=1&y=2', title: 'Comunicat de presă & altele și Bistrița' },
    { url: 'https://example.ro/b.pdf', title: null },
    { url: 'https://example.ro/folder/c.pdf', title: 'fără script' },
  ]);
});

test('what a comment, a script or a template says is no link and no word', () => {
  const page = `<!-- <a href="a">a</a> --><script>'<a href="b">b</a>'</script><template><a href="c">c</a></template>
    <a href="d">d<style>e { }</style></a><a name="f">f</a><a href="https://[">g</a>`;
  assert.deepEqual(linksOf(page, PAGE), [{ url: 'https://example.ro/folder/d', title: 'd' }]);
});

test('links are resolved against the address that the page says it has', () => {
  const [link] = linksOf('<head><base href="/other/"></head><a href="x.pdf">x</a>', PAGE);
  assert.equal(link?.url, 'https://example.ro/other/x.pdf');
});

test('rows of tables come with the words of their cells, and an inner table has rows of its own', () => {
  const page = `<table><tr><td>1 <table><tr><td>inner</table><td>2<TR><TH>3<br>4<TD></table>`;
  assert.deepEqual(rowsOf(page, PAGE), [['1', '2'], ['inner'], ['3 4', '']]);
});

/** Each costs a reader that looks ahead, looks back or builds a tree without a bound the square of its length. */
const HOSTILE: Record<string, string> = {
  'links that nobody closes': '<a href=x>',
  'links that do not end': '<a href="x" ',
  'cells that nobody closes': '<tr><td>',
  'elements in elements': '<div>',
  'tables in tables': '<table><tr><td>',
  'links in tables in links': '<a href=x>x<table><tr><td>',
  'comments that do not end': '<!-- ',
  'letters of tags': '<',
  'references without an end': '&notin',
  'foreign elements': '<svg><p>',
};

// Our former reader took 2 s for 200 KB of the first kind, a hundred times that for these; parse5 takes about a tenth of a second.
const CPU_MS_MAX = 10_000;

for (const [what, piece] of Object.entries(HOSTILE)) {
  test(`a page of 2 MB of ${what} is read or refused at once`, () => {
    const page = piece.repeat(Math.floor(2_000_000 / piece.length));
    assertAtOnce(() => linksOf(page, PAGE));
    assertAtOnce(() => rowsOf(page, PAGE));
  });
}

test('a page that opens a thousand elements again in every paragraph is refused at once', () => {
  const styles = Array.from({ length: 900 }, (_, number) => `<b class=${number}>`).join('');
  const page = `<p>${styles}${'<p>x'.repeat(10_000)}`;
  assertAtOnce(() => assert.throws(() => linksOf(page, PAGE), WrongShape));
});

test('a page beyond the bounds is refused with what is too much of it', () => {
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
