/** CHANGELOG.md as data: what each version changed, in its own words. */

export interface Change {
  /** The heading that it stands under; null where it stands under none. */
  group: string | null;
  /** Markdown, without the mark of the list. */
  text: string;
}

/** By version, as the headings name them (`## 0.1.0`); what is not released yet stands under `Next`. */
export function releaseNotes(markdown: string): Map<string, Change[]> {
  const [, ...sections] = `\n${markdown}`.split('\n## ');
  return new Map(sections.map((section) => [firstLine(section), changesIn(section)]));
}

function changesIn(section: string): Change[] {
  const [plain = '', ...grouped] = section.slice(firstLine(section).length).split('\n### ');
  return [
    ...listed(plain, null),
    ...grouped.flatMap((part) => listed(part.slice(firstLine(part).length), firstLine(part).trim())),
  ];
}

/** Lines that go on with a change are set in from its mark. */
const listed = (text: string, group: string | null): Change[] =>
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
