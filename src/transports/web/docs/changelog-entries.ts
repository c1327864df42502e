/**
 * Past and announced changes, newest first, each with a stable id. Days and ids are from reference/changes.json, the texts of a release
 * from CHANGELOG.md, deprecations from the declarations.
 */

import { readFileSync } from 'node:fs';
import { deprecationId, deprecationsOf } from '#api/deprecation.ts';
import type { Operation } from '#api/endpoint.ts';
import { deprecationText } from '#api/openapi/operation.ts';
import { projectFile } from '#lib/paths.ts';
import type { Day } from '#lib/values/date.ts';

export interface Entry {
  id: string;
  /** The day of the release or the announcement; null before the release. */
  date: Day | null;
  kind: 'announcement' | 'deprecation' | 'release';
  title: string;
  /** The first day without the deprecated thing; null for other kinds. */
  sunset: Day | null;
  changes: readonly Change[];
}

/** A dated change, or the day of a release. */
interface Dated {
  id: string;
  date: Day;
  title: string;
  text?: string;
  release?: string;
}

const read = (path: string): string => readFileSync(projectFile(path), 'utf8');

export function changelog(operations: readonly Operation[]): Entry[] {
  const dated = JSON.parse(read('reference/changes.json')) as Dated[];
  return entriesOf(operations, dated, releaseNotes(read('CHANGELOG.md')));
}

/** Throws where a release has no day or a day has no release. */
export function entriesOf(
  operations: readonly Operation[],
  dated: readonly Dated[],
  notes: ReadonlyMap<string, Change[]>,
): Entry[] {
  const next = notes.get(NEXT) ?? [];
  const days = new Set(dated.map(({ release }) => release));
  for (const version of notes.keys())
    if (version !== NEXT && !days.has(version)) throw new Error(`reference/changes.json has no day of ${version}.`);
  const entries = [...dated.map((one) => entryOf(one, notes)), ...operations.flatMap(deprecationEntries)];
  const newestFirst = entries.toSorted(
    (a, b) => (b.date ?? '').localeCompare(a.date ?? '') || a.id.localeCompare(b.id),
  );
  return next.length === 0 ? newestFirst : [{ ...UNRELEASED, changes: next }, ...newestFirst];
}

/** The heading of CHANGELOG.md for unreleased changes. */
const NEXT = 'Next';

const UNRELEASED = { id: 'next', date: null, kind: 'release', title: 'Not released yet', sunset: null } as const;

function entryOf({ id, date, title, text, release }: Dated, notes: ReadonlyMap<string, Change[]>): Entry {
  if (release === undefined)
    return { id, date, kind: 'announcement', title, sunset: null, changes: [{ group: null, text: text ?? '' }] };
  const changes = notes.get(release);
  if (!changes) throw new Error(`CHANGELOG.md says nothing of ${release}.`);
  return { id, date, kind: 'release', title, sunset: null, changes };
}

const deprecationEntries = ({ id, declaration }: Operation): Entry[] =>
  deprecationsOf(declaration).map((one) => {
    const { method = 'GET', path } = declaration;
    const part = one.name === '' ? '' : `: ${one.kind} \`${one.name}\``;
    return {
      id: deprecationId(id, one),
      date: one.since,
      kind: 'deprecation',
      title: `\`${method} ${path}\`${part} is deprecated`,
      sunset: one.sunset,
      changes: [{ group: null, text: deprecationText(one) }],
    };
  });

export interface Change {
  /** The heading above the change; null without one. */
  group: string | null;
  /** Markdown, without the list marker. */
  text: string;
}

/** By version, from the headings (`## 0.1.0`); unreleased changes are under `Next`. */
export function releaseNotes(markdown: string): Map<string, Change[]> {
  const [, ...sections] = `\n${markdown}`.split('\n## ');
  return new Map(sections.map((section) => [firstLine(section), changesIn(section)]));
}

function changesIn(section: string): Change[] {
  const [plain = '', ...grouped] = section.slice(firstLine(section).length).split('\n### ');
  return [
    ...changesOf(plain, null),
    ...grouped.flatMap((part) => changesOf(part.slice(firstLine(part).length), firstLine(part).trim())),
  ];
}

/** Continuation lines of a change are indented. */
const changesOf = (text: string, group: string | null): Change[] =>
  text
    .split('\n- ')
    .slice(1)
    .map((change) => {
      const [first = '', ...more] = change.split('\n');
      const own = more.slice(0, endOf(more)).map((line) => line.trim());
      return { group, text: [first.trim(), ...own].join(' ') };
    });

const endOf = (lines: readonly string[]): number => {
  const end = lines.findIndex((line) => !line.startsWith('  '));
  return end < 0 ? lines.length : end;
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
