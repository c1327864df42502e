import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';

/** What all rooms share, and what they may add to. */
const SHARED = new Set(['tokens', 'base', 'frame', 'controls', 'parts', 'charts', 'pages', 'print']);

/** Classes with which the selectors of a file begin. */
function classesOf(path: string): string[] {
  const style = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...style.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\.([a-z][a-z0-9-]*)/.exec(selector.trim())?.[1] ?? []);
}

test('no two rooms give the same class a look: all styles are one file in the end', () => {
  const owners = new Map<string, Set<string>>();
  const known = new Set([...SHARED].flatMap((name) => classesOf(`src/transports/web/assets/styles/${name}.css`)));
  for (const path of globSync('src/web/assets/styles/*.css')) {
    // A room's style may be several files: procurement-documents.css.
    const [room = ''] = basename(path, '.css').split('-');
    if (SHARED.has(room)) continue;
    for (const name of classesOf(path))
      if (!known.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(room));
  }
  const shared = [...owners].filter(([, rooms]) => rooms.size > 1).map(([name, rooms]) => [name, ...rooms]);
  assert.deepEqual(shared, []);
});
