/** The client package knows the same operations and types as the kernel's own client, made from the same declarations. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Declared } from '#app/slices.ts';
import type { Client } from '#operations/client.ts';
import type { Operations } from '../client/src/index.ts';
import { clientFile, clientFiles } from './client-types.ts';
import { smallService } from './small-service.ts';

test('the client’s operations and types are what the declarations say; `npm run client` writes them', async () => {
  const service = await smallService();
  await service.close();
  for (const [name, text] of Object.entries(clientFiles(service.operations)))
    assert.equal(readFileSync(clientFile(name), 'utf8'), text, `${name} is out of date: npm run client`);
});

/** What the kernel's client tells, whole or as a preview. */
type Told<Id extends keyof Declared, IsPreview extends boolean> = Extract<
  Awaited<ReturnType<Client<Declared>[Id]>>,
  { preview: IsPreview }
>['data'];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Operations of which the two clients tell another type. */
type Different = {
  [Id in keyof Operations]: Id extends keyof Declared
    ? Same<[Told<Id, false>, Told<Id, true>], [Operations[Id]['data'], Operations[Id]['preview']]> extends true
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
