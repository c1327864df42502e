/** A log without the names of hidden persons: callers write them into paths, and errors quote what could not be read. */
import { decodedAddress } from '#base/decoded-address.ts';
import type { HiddenNames } from '#base/hidden-names.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import type { Log } from '#http/server.ts';

export function unnamedLog({ access, error }: Log, hidden: () => HiddenPersons): Log {
  return {
    access: access && ((line) => access({ ...line, path: unnamedPath(line.path, hidden().names) })),
    error(thrown, requestId) {
      const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      const shown = hidden().names.redacted(text);
      error(shown === text ? thrown : shown, requestId);
    },
  };
}

/** As it came, unless somebody is named in it: then decoded, without the name. */
function unnamedPath(path: string, names: HiddenNames): string {
  const spoken = decodedAddress(path);
  const shown = names.redacted(spoken);
  return shown === spoken ? path : shown;
}
