/** The client package knows the same operations and types as the kernel's own client, made from the same declarations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Client } from '#api/client.ts';
import { markDeprecated } from '#api/deprecation.ts';
import type { Declared } from '#server/compose/domain.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { clientTypes } from '#tools/generate/client-types.ts';
import type { Operations } from '../../client/src/index.ts';

test('what is on its way out is struck out where somebody uses it', () => {
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

/** What the kernel's client tells, whole or as a preview. */
type Told<Id extends keyof Declared, IsPreview extends boolean> = Extract<
  Awaited<ReturnType<Client<Declared>[Id]>>,
  { preview: IsPreview }
>['data'];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Operations of which the two clients tell another type. A file is one to both, which the package reads from the wire. */
type Different = {
  [Id in keyof Operations]: Id extends keyof Declared
    ? Operations[Id]['kind'] extends 'file'
      ? never
      : Same<[Told<Id, false>, Told<Id, true>], [Operations[Id]['data'], Operations[Id]['preview']]> extends true
        ? never
        : Id
    : Id;
}[keyof Operations];

/** Where a declaration tells the compiler less than its schema says (`Type.Unsafe`), the package knows more than the kernel's client. */
type KnownLooser = 'getBenchmarks' | 'getCaenHub' | 'searchAll';

test('both clients know the same operations, and the same types of their answers', () => {
  const isSame: Same<Different, KnownLooser> = true;
  const isComplete: Same<keyof Declared, keyof Operations> = true;
  assert.ok(isSame && isComplete);
});
