/** Recall of the document search over realistic questions: a count that must not fall. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '#test/support/both-engines.ts';
import { openQuestioned, recallOf } from '#test/support/document-questions.ts';
import { collectedPlace } from '#test/support/stored-documents.ts';

onBothEngines(({ place: location }) => {
  test('fifty questions find their page among the first five results', async (t) => {
    const collected = await collectedPlace(await (await location()).database());
    t.after(() => collected.close());
    const { asked: requested, first, five, missed } = await recallOf(collected, await openQuestioned(collected));
    t.diagnostic(`recall@5 ${five}/${requested}, recall@1 ${first}/${requested}`);
    assert.equal(requested, 50);
    assert.ok(five >= 50 && first >= 49, missed.join('; '));
  });
});
