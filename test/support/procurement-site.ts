/** A procurement system with given answers that records its requests. */
import assert from 'node:assert/strict';
import type { JsonObject } from '#data/sources/json.ts';
import type { Site } from '#data/sources/procurement/site/site.ts';

export type Answers = Record<string, (body: JsonObject) => JsonObject | null>;

/** Answers by path prefix. */
export function siteOf(answers: Answers): Site & { asked: [string, JsonObject][] } {
  const requested: [string, JsonObject][] = [];
  const answer = async (path: string, body: JsonObject): Promise<JsonObject | null> => {
    const [, handler] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? [];
    assert.ok(handler, path);
    requested.push([path, body]);
    return handler(body);
  };
  const object = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const given = await answer(path, body);
    assert.ok(given, path);
    return given;
  };
  return {
    address: 'https://sicap.example',
    asked: requested,
    post: object,
    get: (path) => object(path, {}),
    view: (path) => answer(path, {}),
  };
}

export const listOf = (items: JsonObject[], total = items.length): JsonObject => ({
  total,
  items,
  searchTooLong: false,
});
