import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedDocument, changedDocuments } from './changed-documents.ts';

/** `id`, code, name, content and, after a slash, the signature around it; a detached signature has the content `-`. */
function documentOf(line: string): ComparedDocument {
  const [id = '', code = '', name = '', file = ''] = line.split(' ');
  const [content = ''] = file.split('/');
  const isSignature = content === '-';
  return {
    id,
    code: code === '-' ? null : code,
    name,
    unwrappedName: name.replace(/\.p7[ms]$/, ''),
    sha256: file,
    contentSha256: isSignature ? file : content,
    isSignature,
  };
}

function result(before: string[], after: string[]): Record<string, string[]> {
  const changed = changedDocuments(before.map(documentOf), after.map(documentOf));
  const { added, removed, ...pairs } = changed;
  const all: [string, string[]][] = [
    ['added', added.map(({ id }) => id)],
    ['removed', removed.map(({ id }) => id)],
    ...Object.entries(pairs).map(([kind, found]): [string, string[]] => [
      kind,
      found.map((pair) => `${pair.before.id}>${pair.after.id}`),
    ]),
  ];
  return Object.fromEntries(all.filter(([, found]) => found.length > 0));
}

test('documents are added, removed, renamed, replaced, re-signed or unchanged', () => {
  assert.deepEqual(
    result(
      ['a C1 caiet X/s1', 'b C2 fișă Y/s1', 'c - anexă Z', 'd C4 plan W', 'e C5 veche V'],
      ['A C1 caiet X/s2', 'B C2 fișă Y2/s1', 'C - anexa1 Z', 'D C4 plan W', 'F C6 nouă U'],
    ),
    {
      added: ['F'],
      removed: ['e'],
      renamed: ['c>C'],
      replaced: ['b>B'],
      resigned: ['a>A'],
      unchanged: ['d>D'],
    },
  );
});

test('a code identifies a document across a new name and new content', () => {
  assert.deepEqual(result(['a C1 vechi X'], ['b C1 nou Y']), { replaced: ['a>b'] });
});

test('without codes equal content takes precedence over equal names', () => {
  assert.deepEqual(result(['a - x X', 'b - y Y'], ['c - y X', 'd - x Y']), { renamed: ['a>c', 'b>d'] });
  assert.deepEqual(result(['a - x X'], ['b - x Y']), { replaced: ['a>b'] });
});

test('a file that is signed later is the same document, re-signed or replaced', () => {
  assert.deepEqual(
    result(['a C1 fișa.pdf X', 'b C2 caiet.docx Y'], ['c C3 fișa.pdf.p7s X/s', 'd C4 caiet.docx.p7m Z/s']),
    {
      replaced: ['b>d'],
      resigned: ['a>c'],
    },
  );
  assert.deepEqual(result(['a - x.p7s X/s'], ['b - x.p7m X/s']), { renamed: ['a>b'] });
});

test('copies of one file are matched one by one', () => {
  assert.deepEqual(result(['a - x X', 'b - y X'], ['c - y X', 'd - z X', 'e - x X']), {
    added: ['d'],
    unchanged: ['b>c', 'a>e'],
  });
});

test('an empty list before or after is valid', () => {
  assert.deepEqual(result([], ['a - x X']), { added: ['a'] });
  assert.deepEqual(result(['a - x X'], []), { removed: ['a'] });
  assert.deepEqual(result([], []), {});
});

test('a file in another signature format is the same document, whatever the suffix of its name', () => {
  assert.deepEqual(result(['a C1 fișă.pdf X'], ['b C2 fișă.pdf.p7s X/s']), { resigned: ['a>b'] });
  assert.deepEqual(result(['a C1 fișă.pdf X'], ['b C2 fișă.pdf.p7s Y/s']), { replaced: ['a>b'] });
  assert.deepEqual(result(['a C1 fișă.pdf.p7m X/s'], ['b C2 fișă.pdf.p7s X/s']), { renamed: ['a>b'] });
  assert.deepEqual(result(['a C1 fișă.pdf X'], ['b C2 plan.pdf.p7s X/s']), { renamed: ['a>b'] });
});

test('a new detached signature is matched to the old one, and never to the file', () => {
  assert.deepEqual(result(['a C1 x.pdf X', 'b C2 x.pdf.p7s -/s1'], ['c C3 x.pdf Y', 'd C4 x.pdf.p7s -/s2']), {
    replaced: ['a>c'],
    resigned: ['b>d'],
  });
  assert.deepEqual(result(['a C1 x.pdf X', 'b C2 x.pdf.p7s -/s1'], ['c C3 x.pdf.p7s Y/s']), {
    removed: ['b'],
    replaced: ['a>c'],
  });
});
