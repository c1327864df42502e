/** Figures of the duties of the installation: who leads them, from the state; the same on every host. */
import type { Leader } from '#data/store/leader/leader-table.ts';
import { gauge, type Metric } from './exposition.ts';

/** None when the state cannot be read at the moment, or nobody ever led. */
export const dutyMetrics = (leader: Leader | null): Metric[] =>
  leader === null
    ? []
    : [
        gauge(
          'firmoteca_duties_led',
          'Whether a host leads the duties: 1 with its name, 0 with that of the last one.',
          [{ labels: { host: leader.host }, value: leader.isHeld ? 1 : 0 }],
        ),
        gauge('firmoteca_duties_led_since_seconds', 'When it took the lead, Unix time.', [
          { value: Date.parse(leader.since) / 1000 },
        ]),
        gauge('firmoteca_duties_term', 'Its term: higher with every change of the lead.', [{ value: leader.term }]),
      ];
