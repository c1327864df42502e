/** Parameters that several operations take in the same words are written once. */
import { sent } from './compact-schema.ts';
import type { Json } from './components.ts';
import { firstSentence } from './first-sentence.ts';

export interface SharedParameters {
  /** The parameter itself, or where it is written. */
  refer(parameter: Json): Json;
  readonly components: Record<string, Json>;
}

export function sharedParameters(
  paths: Record<string, Record<string, Json>>,
  named: Record<string, Json>,
): SharedParameters {
  const components: Record<string, Json> = {};
  /** By the text of a parameter: the name that it is written under. */
  const names = new Map<string, string>();
  const share = (parameter: Json, name: string): void => {
    names.set(JSON.stringify(parameter), name);
    components[name] = parameter;
  };
  for (const [name, parameter] of Object.entries(named)) share(brief(parameter), name);
  const all = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => (parameters as Json[]).filter(({ $ref }) => $ref === undefined).map(brief));
  for (const [text, [parameter, ...others]] of Map.groupBy(all, (one) => JSON.stringify(one)))
    if (parameter && others.length > 0 && !names.has(text))
      share(parameter, freeName(String(parameter.name), components));
  return {
    components,
    refer(parameter) {
      if (parameter.$ref !== undefined) return { $ref: parameter.$ref };
      const plain = brief(parameter);
      const name = names.get(JSON.stringify(plain));
      return name === undefined ? plain : { $ref: `#/components/parameters/${name}` };
    },
  };
}

function brief({ name, in: where, required, deprecated, style, explode, description, schema }: Json): Json {
  return {
    name,
    in: where,
    ...(required === true && { required }),
    ...(deprecated !== undefined && { deprecated }),
    ...(style !== undefined && { style, explode }),
    description: firstSentence(String(description)),
    schema: sent(schema as Json),
  };
}

/** `limit`, `limit2`, …: the same name stands for other bounds elsewhere. */
function freeName(name: string, taken: Record<string, unknown>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}${n}`;
    if (!(free in taken)) return free;
  }
}
