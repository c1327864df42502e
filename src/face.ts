/** What an installation shows of itself. The invented country is loaded only where the demo is served. */
import type { Face } from '#app/examples.ts';
import { installedExamples } from '#app/installed-examples.ts';
import type { Config } from '#config';
import type { Secrets } from '#secrets';
import type { Store } from '#store/open.ts';

export async function faceOf(
  { country }: Pick<Config, 'country'>,
  { personKey }: Pick<Secrets, 'personKey'>,
  store: Pick<Store, 'generations' | 'live' | 'state'>,
): Promise<Face> {
  if (country === 'demo') return (await import('#demo/face.ts')).demoFace(personKey);
  return { examples: await installedExamples(store), demo: null };
}
