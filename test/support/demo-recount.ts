/** The service over a small demo country with a naive recount of its generation, for comparisons of every figure. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import type { Engine } from './both-engines.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { type Recount, recount } from './recount.ts';

/** Enough for several firms in each class of activity. */
const COMPANIES = 300;

export interface CountedDemo {
  service: DemoService;
  dataset: Dataset;
  counted: Recount;
}

/** Registers hooks: the service starts before the tests and stops after them, so its members are usable inside tests only. */
export function countedDemo(engine: Engine) {
  const demo = {} as CountedDemo;
  before(async () => {
    demo.service = await demoService((await engine.place()).databaseUrl, COMPANIES);
    demo.dataset = demo.service.store.generations.current() as Dataset;
    demo.counted = await recount(demo.dataset.db);
  });
  after(() => demo.service.close());
  return {
    demo,
    data: async (path: string) => {
      const { status, body } = await demo.service.get(path);
      assert.equal(status, 200, `${path}: ${body.error?.message}`);
      return body.data;
    },
  };
}
