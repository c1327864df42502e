/** How well a search in documents answers what people ask: a count that must not fall. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '#test/support/both-engines.ts';
import { openQuestioned, recallOf } from '#test/support/document-questions.ts';
import { collectedPlace } from '#test/support/stored-documents.ts';

onBothEngines(({ place }) => {
  test('fifty questions find their page among the first five', async (t) => {
    const collected = await collectedPlace(await (await place()).database());
    t.after(() => collected.close());
    const { asked, first, five, missed } = await recallOf(collected, await openQuestioned(collected));
    t.diagnostic(`recall@5 ${five}/${asked}, recall@1 ${first}/${asked}`);
    assert.equal(asked, 50);
    assert.ok(five >= 50 && first >= 49, missed.join('; '));
  });
});
