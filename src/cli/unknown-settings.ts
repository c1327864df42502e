/** Names of ours in the environment that no setting has: a slip of the pen would otherwise go unseen. */
import { nearest } from '#lib/values/near.ts';
import { settings } from '#server/config/config.ts';

const PREFIX = 'FIRMOTECA_';
/** What the runner of the tests tells them, who start programs of ours. */
const OF_TESTS = `${PREFIX}TEST_`;

/** One sentence each, with the setting that was probably meant. */
export const unknownSettings = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(OF_TESTS) && !(name in settings))
    .map((name) => {
      const meant = nearSetting(name);
      return `${name} is no setting and counts for nothing${meant === null ? '; docs/settings.md lists them all.' : `: did you mean ${meant}?`}`;
    });

/** Without what all begin with, which would make them all alike. */
function nearSetting(name: string): string | null {
  const bare = new Map(Object.keys(settings).map((each) => [each.replace(PREFIX, ''), each]));
  const [near = ''] = nearest(name.slice(PREFIX.length), [...bare.keys()]);
  return bare.get(near) ?? null;
}
