/** The list of an associated container (ETSI EN 319 162-1, annex A): which files a signature is over, by their digests. */
import { SaxesParser } from 'saxes';
import { malformed, tooManyParts } from './broken-signature.ts';

export interface Manifest {
  /** The name of the signature over this list. */
  signature: string;
  objects: { name: string; digest: string | null; value: string }[];
  /** Something that readers must understand, and that is not read here. */
  hasCritical: boolean;
}

const LENGTH_MAX = 2 ** 20;
const OBJECTS_MAX = 2_000;
const ASIC = 'http://uri.etsi.org/02918/v1.2.1#';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const digests: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Throws what is no such list, and every text that defines words of its own. */
export function readManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > LENGTH_MAX) throw tooManyParts();
  const read: Manifest = { signature: '', objects: [], hasCritical: false };
  const path: string[] = [];
  let content = '';
  const refuse = (): never => {
    throw malformed();
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ uri, local, attributes }) => {
    path.push(`${prefixes[uri] ?? '?'}:${local}`);
    content = '';
    const at = path.join('/');
    // Under the name of a list there may be something else, a signature of another kind for one.
    if (path.length === 1 && at !== ROOT) refuse();
    const value = (name: string): string => {
      const found = Object.values(attributes).find((each) => each.uri === '' && each.local === name);
      return found?.value ?? '';
    };
    if (at === `${ROOT}/a:SigReference`) {
      if (read.signature !== '') refuse();
      read.signature = nameOf(value('URI'));
    } else if (at === OBJECT) {
      if (read.objects.length >= OBJECTS_MAX) throw tooManyParts();
      read.objects.push({ name: nameOf(value('URI')), digest: null, value: '' });
    } else if (at === `${OBJECT}/d:DigestMethod`) {
      const object = read.objects.at(-1);
      if (!object || object.digest !== null) return refuse();
      object.digest = digests[value('Algorithm')] ?? null;
    } else if (path.at(-1) === 'a:Extension' && ['true', '1'].includes(value('Critical').trim())) {
      read.hasCritical = true;
    }
  });
  const takeText = (part: string): void => {
    content += part;
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    const object = read.objects.at(-1);
    if (path.join('/') === `${OBJECT}/d:DigestValue` && object) {
      if (object.value !== '') refuse();
      object.value = content.replace(/\s+/g, '');
    }
    path.pop();
  });
  parser.write(decoded(bytes)).close();
  return read;
}

const prefixes: Record<string, string> = { [ASIC]: 'a', [SIGNATURES]: 'd' };
const ROOT = 'a:ASiCManifest';
const OBJECT = `${ROOT}/a:DataObjectReference`;

/** Names stand there as addresses below the container, of which `./` is another way to write the beginning. */
function nameOf(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^(?:\.\/)+/, ''));
  } catch {
    throw malformed();
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}
