import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';

/** Style sheets that all groups of pages share and may extend. */
const SHARED = new Set(['tokens', 'base', 'frame', 'controls', 'parts', 'charts', 'pages', 'print']);

/** The classes at the start of a file's selectors. */
function classesOf(path: string): string[] {
  const style = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...style.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\.([a-z][a-z0-9-]*)/.exec(selector.trim())?.[1] ?? []);
}

test('no two groups of pages style the same class, since the build joins all styles into one file', () => {
  const owners = new Map<string, Set<string>>();
  const shared = new Set([...SHARED].flatMap((name) => classesOf(`src/transports/web/assets/styles/${name}.css`)));
  for (const path of globSync('src/transports/web/assets/styles/*.css')) {
    // The styles of a group may be several files: procurement-documents.css.
    const [group = ''] = basename(path, '.css').split('-');
    if (SHARED.has(group)) continue;
    for (const name of classesOf(path))
      if (!shared.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(group));
  }
  const conflicts = [...owners].filter(([, groups]) => groups.size > 1).map(([name, groups]) => [name, ...groups]);
  assert.deepEqual(conflicts, []);
});
