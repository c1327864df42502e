/** Horizontal bars as SVG, readable without colours: each bar has its figure. */

export interface BarChart {
  title: string;
  /** What the figures are, beneath the title. */
  unit: string;
  /** Names of the bars of a group, in the order of its values. */
  series: readonly string[];
  groups: readonly { name: string; values: readonly number[] }[];
  /** Lengths by the logarithm, for values that differ by orders of magnitude. */
  logarithmic?: boolean;
}

const [WIDTH, LEFT, RIGHT, TOP] = [760, 190, 84, 96];
const [BAR, GAP, GROUP_GAP] = [13, 3, 13];
const COLOURS = ['#b9c2cf', '#7ea3cf', '#1d3f66', '#b98f3c'];

export function barChart({ title, unit, series, groups, logarithmic = false }: BarChart): string {
  const scaled = (value: number): number => (logarithmic ? Math.log10(1 + value) : value);
  const largest = Math.max(...groups.flatMap(({ values }) => values.map(scaled)));
  const length = (value: number): number => Math.max(1, Math.round((scaled(value) / largest) * (WIDTH - LEFT - RIGHT)));
  const groupHeight = series.length * (BAR + GAP) + GROUP_GAP;
  const height = TOP + groups.length * groupHeight + 12;
  const bars = groups.flatMap(({ name, values }, group) => {
    const y = TOP + group * groupHeight;
    const middle = y + (series.length * (BAR + GAP)) / 2 + 3;
    return [
      `<text x="${LEFT - 12}" y="${middle}" text-anchor="end">${escaped(name)}</text>`,
      ...values.map((value, i) => {
        const at = y + i * (BAR + GAP);
        return `<rect x="${LEFT}" y="${at}" width="${length(value)}" height="${BAR}" rx="2" fill="${COLOURS[i]}"/><text x="${LEFT + length(value) + 6}" y="${at + BAR - 2}" font-size="11" fill="#4b5563">${shown(value)}</text>`;
      }),
    ];
  });
  const legend = series.map(
    (name, i) =>
      `<rect x="${LEFT + i * 130}" y="66" width="12" height="12" rx="2" fill="${COLOURS[i]}"/><text x="${LEFT + i * 130 + 18}" y="77">${escaped(name)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" font-size="12.5" fill="#1f2937">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(`${unit}${logarithmic ? ', logarithmic' : ''}. ${groups.map(({ name, values }) => `${name}: ${values.map((value, i) => `${series[i]} ${shown(value)}`).join(', ')}`).join('; ')}.`)}</desc>
<rect x="1" y="1" width="${WIDTH - 2}" height="${height - 2}" rx="14" fill="#fbfaf7" stroke="#d9d5cb"/>
<text x="24" y="32" font-size="16" font-weight="600">${escaped(title)}</text>
<text x="24" y="52" fill="#6b7280">${escaped(unit)}${logarithmic ? ', lengths by the logarithm' : ''}</text>
${[...legend, ...bars].join('\n')}
</svg>
`;
}

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toFixed(value >= 10 ? 0 : value >= 1 ? 1 : 2);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
