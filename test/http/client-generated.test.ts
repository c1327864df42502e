/** The client package has the same operations and types as the internal client; both come from the same declarations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Client } from '#api/client.ts';
import { markDeprecated } from '#api/deprecation.ts';
import type { Declared } from '#server/compose/domain.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { clientTypes } from '#tools/generate/client-types.ts';
import type { Operations } from '../../client/src/index.ts';

test('deprecated operations, parameters and fields are marked with @deprecated in the generated types', () => {
  const leaving = { since: '2027-01-01', sunset: '2027-07-01', instead: 'name' };
  const operation = sampleOperation(() => ({ data: null }), {
    deprecated: { ...leaving, instead: '/api/thing' },
    query: Type.Object({ rows: Type.Optional(markDeprecated(Type.Integer({ description: 'Rows.' }), leaving)) }),
    data: Type.Object(
      { size: markDeprecated(Type.Integer({ description: 'How large.' }), leaving) },
      { title: 'Thing' },
    ),
  });
  const text = clientTypes([operation]).find(({ path }) => path.endsWith('/shapes.ts'))?.text ?? '';
  const words = '@deprecated Deprecated since 2027-01-01: it may be gone from 2027-07-01 on. Use';
  for (const marked of [
    `   * ${words} \`/api/thing\`. */\n  getThing: {`,
    `/** ${words} \`name\`. */ rows?: number | undefined`,
    `  /** How large.\n   * ${words} \`name\`. */\n  size: number;`,
  ])
    assert.ok(text.includes(marked), marked);
});

/** The data type of the internal client, whole or as a preview. */
type Body<Id extends keyof Declared, IsPreview extends boolean> = Extract<
  Awaited<ReturnType<Client<Declared>[Id]>>,
  { preview: IsPreview }
>['data'];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Operations whose types differ between the two clients. Files are skipped: the package reads them from the response. */
type Different = {
  [Id in keyof Operations]: Id extends keyof Declared
    ? Operations[Id]['kind'] extends 'file'
      ? never
      : Same<[Body<Id, false>, Body<Id, true>], [Operations[Id]['data'], Operations[Id]['preview']]> extends true
        ? never
        : Id
    : Id;
}[keyof Operations];

/** Operations whose declaration uses `Type.Unsafe`: the package’s type follows the schema and is more precise. */
type KnownLooser = 'getBenchmarks' | 'getCaenHub' | 'searchAll';

test('both clients have the same operations and the same types of answers', () => {
  const isSame: Same<Different, KnownLooser> = true;
  const isComplete: Same<keyof Declared, keyof Operations> = true;
  assert.ok(isSame && isComplete);
});
