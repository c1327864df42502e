/**
 * A log without the names of hidden persons: callers write them into paths, and errors quote what could not be read. Neither has it
 * addresses that open what one reader left with us.
 */
import { decodedAddress } from '#base/decoded-address.ts';
import type { HiddenNames } from '#base/hidden-names.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import type { Log } from '#http/server.ts';
import { languages } from '#sentences/sentence.ts';
import { addresses } from '#web/addresses.ts';

export function unnamedLog({ access, error }: Log, hidden: () => HiddenPersons): Log {
  return {
    access: access && ((line) => access({ ...line, path: unnamedPath(withoutSecret(line.path), hidden().names) })),
    error(thrown, requestId) {
      const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      const shown = hidden().names.redacted(text);
      error(shown === text ? thrown : shown, requestId);
    },
  };
}

/** Who knows the address of a bulk check sees and deletes it. */
const CHECKS = languages.map((language) => addresses.bulkResult[language].replace('{check}', ''));

function withoutSecret(path: string): string {
  const start = CHECKS.find((prefix) => path.startsWith(prefix));
  return start === undefined ? path : path.replace(/[^/]+/g, (word, at: number) => (at === start.length ? '…' : word));
}

/** As it came, unless somebody is named in it: then decoded, without the name. */
function unnamedPath(path: string, names: HiddenNames): string {
  const spoken = decodedAddress(path);
  const shown = names.redacted(spoken);
  return shown === spoken ? path : shown;
}
