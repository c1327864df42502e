/** Figures of collected documents. */
import { gauge, type Metric } from './exposition.ts';

export interface DocumentFigures {
  states: readonly { state: string; count: number }[];
  waiting: number;
  bytes: number;
}

/** None when the store cannot be read at the moment. */
export const documentMetrics = (figures: DocumentFigures | null): Metric[] =>
  figures === null
    ? []
    : [
        gauge(
          'firmoteca_documentations',
          'Procedures whose documents are known, by the state of their documentation.',
          figures.states.map(({ state, count }) => ({ labels: { state }, value: count })),
        ),
        gauge('firmoteca_documentations_waiting', 'Documentations that callers wait for.', [
          { value: figures.waiting },
        ]),
        gauge('firmoteca_documents_bytes', 'What the files of documents take.', [{ value: figures.bytes }]),
      ];
