/** Figures of the standby that the dataset is read from. */
import { STANDBY_STATES, type StandbyStateReader } from '#data/store/standby/standby-state.ts';
import { counter, gauge, type Metric } from './exposition.ts';

/** None where there is no standby; no lag where it cannot be told. */
export function standbyMetrics(board: StandbyStateReader | null): Metric[] {
  if (board === null) return [];
  const { state, lagMs, lagBytes } = board.read();
  return [
    gauge(
      'firmoteca_standby_state',
      'The standby that the dataset is read from: 1 for the state it is in; read there only in the state reading.',
      STANDBY_STATES.map((each) => ({ labels: { state: each }, value: each === state ? 1 : 0 })),
    ),
    gauge(
      'firmoteca_standby_lag_seconds',
      'For how long the primary has been ahead of the standby; 0 when it has everything.',
      lagMs === null ? [] : [{ value: lagMs / 1_000 }],
    ),
    gauge(
      'firmoteca_standby_lag_bytes',
      'Bytes of the log that the standby has not replayed.',
      lagBytes === null ? [] : [{ value: lagBytes }],
    ),
    counter(
      'firmoteca_dataset_reads_total',
      'Reads of the dataset by the server that was asked; one that failed on the standby counts on both.',
      (['standby', 'primary'] as const).map((server) => ({ labels: { server }, value: board.reads(server) })),
    ),
  ];
}
