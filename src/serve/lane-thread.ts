/** The thread of a lane: reads the newest generation on connections of its own, one question after another. */
import { workerData } from 'node:worker_threads';
import { serveCalls } from '#base/calls.ts';
import type { Value } from '#store/database.ts';
import { openSqliteGenerations } from '#store/sqlite-generations.ts';
import type { LaneStart } from './messages.ts';

const { port, settings } = workerData as LaneStart;
const generations = await openSqliteGenerations(settings.folder, settings.country);

serveCalls(port, {
  async all(generation: string, area: string, sql: string, params: Value[]) {
    if (generations.current()?.manifest.id !== generation) await generations.refresh();
    const dataset = generations.current();
    if (dataset?.manifest.id !== generation) return 'gone';
    return dataset.area(area)?.all(sql, params) ?? [];
  },
});
