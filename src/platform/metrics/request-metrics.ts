/** Answers by operation: how many of which class, and how long they took. What was never asked is left out. */
import { counter, histogram, type Metric } from './exposition.ts';
import { BOUNDS, CLASSES, OTHER, placed, type Row } from './memory.ts';

export function requestMetrics(rows: readonly Row[], operations: readonly string[]): Metric[] {
  const asked = [...placed(operations).entries(), [OTHER, 'other'] as const].flatMap(([place, operation]) => {
    const times = sum(rows.map((row) => row.times(place)));
    return times.some((count) => count > 0) ? [{ operation, place, times }] : [];
  });
  const classes = asked.flatMap(({ operation, place }) => {
    const counts = sum(rows.map((row) => row.classes(place)));
    return CLASSES.map((name, i) => ({ labels: { operation, class: name }, value: Number(counts[i]) }));
  });
  const times = asked.flatMap(({ operation, place, times: counts }) => {
    const [seconds = 0] = sum(rows.map((row) => row.seconds(place)));
    return histogram({ operation }, BOUNDS, counts, seconds);
  });
  return [
    counter(
      'firmoteca_requests_total',
      'Requests that were answered, by operation and class of status.',
      classes.filter(({ value }) => value > 0),
    ),
    {
      name: 'firmoteca_request_seconds',
      help: 'Time from a request to its answer.',
      type: 'histogram',
      samples: times,
    },
  ];
}

/** Cell by cell over all threads. */
const sum = ([first = new Float64Array(), ...others]: Float64Array[]): Float64Array =>
  first.map((value, i) => others.reduce((total, row) => total + Number(row[i]), value));
