/** Takes out of a document what nothing in it refers to: shared headers and shapes of operations that are not there. */
import type { Json } from './components.ts';

/** Again and again, because what is taken out may have been the only one to refer to something else. */
export function withoutUnused(document: Json): Json {
  const { components, ...rest } = document as { components: Record<string, Json> };
  const referred = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g));
  let isWhole = true;
  const kept: Record<string, Json> = {};
  for (const [kind, members] of Object.entries(components)) {
    // Security schemes are named without a reference.
    const used = Object.entries(members).filter(
      ([name]) => kind === 'securitySchemes' || referred.has(`#/components/${kind}/${name}`),
    );
    isWhole &&= used.length === Object.keys(members).length;
    kept[kind] = Object.fromEntries(used);
  }
  return isWhole ? document : withoutUnused({ ...rest, components: kept });
}
