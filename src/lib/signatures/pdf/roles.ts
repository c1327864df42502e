/**
 * The objects of a signed PDF that later updates may change: the catalog, the form, its signature fields, and the lists of fields
 * and annotations. Determined by the path to an object, never by its own declaration.
 */
import type { PdfFile } from './file.ts';
import { isDictionary, isReference, nameBehind, type PdfDictionary, type PdfValue } from './values.ts';

export type Role =
  | 'catalog'
  | 'info'
  | 'form'
  /** Lists of fields: of the form or of a group, and of a signature field. */
  | 'fields'
  | 'signatureKids'
  /** A field without a kind that only contains others. */
  | 'group'
  | 'signature'
  | 'page'
  | 'annotations'
  /** Everything else: it must stay unchanged. */
  | 'plain';

/**
 * The paths to an object in its role. A use under another key, or outside of the form and the pages, may give it another
 * meaning.
 */
const OWN: Record<Exclude<Role, 'plain'>, readonly string[]> = {
  catalog: ['Root', 'Data'],
  info: ['Info'],
  form: ['AcroForm'],
  fields: ['Fields', 'Kids'],
  signatureKids: ['Kids'],
  group: ['Fields', 'Kids', 'Parent'],
  signature: ['Fields', 'Kids', 'Parent', 'Annots', 'Obj'],
  page: ['Kids', 'P', 'Pg', 'Dest'],
  annotations: ['Annots'],
};

const FIELD_LISTS: ReadonlySet<Role> = new Set<Role>(['form', 'fields', 'group', 'signature', 'signatureKids']);
const PAGE_LISTS: ReadonlySet<Role> = new Set<Role>(['page', 'annotations']);

/** `within`: the part of what has the key. */
export function isOwnPath(role: Role, key: string, within: Role): boolean {
  if (role === 'plain') return true;
  if (!OWN[role].includes(key)) return false;
  if (key === 'Annots') return PAGE_LISTS.has(within);
  if (key === 'Fields' || key === 'Kids') return FIELD_LISTS.has(within) === (role !== 'page');
  return true;
}

export interface Roles {
  of: ReadonlyMap<number, Role>;
  /** Whether there are fields that are no signatures, or texts on a page: programs take the form's fonts for both. */
  hasTexts: boolean;
  /** What fields are called, groups and parts of fields included. */
  names: ReadonlySet<string>;
}

export function rolesIn(file: PdfFile): Roles {
  const of = new Map<number, Role>();
  const names = new Set<string>();
  const roles = { of, hasTexts: false, names };
  const root = file.resolved(file.trailer.get('Root'));
  if (!isDictionary(root)) return roles;
  const give: Give = (value, role) => {
    if (!isReference(value)) return;
    // An object with two roles must satisfy both: it must stay unchanged.
    of.set(value.to, (of.get(value.to) ?? role) === role ? role : 'plain');
  };
  give(file.trailer.get('Root'), 'catalog');
  give(file.trailer.get('Info'), 'info');
  give(root.get('AcroForm'), 'form');
  const form = file.resolved(root.get('AcroForm'));
  if (isDictionary(form)) {
    give(form.get('Fields'), 'fields');
    const inheriting: (PdfValue | undefined)[] = [];
    walkFields(file, form.get('Fields'), (kind, field, value, above) => {
      const kids = field.get('Kids');
      const name = fieldName(file, field);
      if (name !== null) names.add(name);
      // Some programs go by the field that a list belongs to, and some by the one that a field names.
      if (kind === 'Sig' && isWidget(file, field) && kindOf(file, field) === 'Sig') {
        give(value, 'signature');
        give(kids, 'signatureKids');
      } else if (kind === null && kids !== undefined) {
        give(value, 'group');
        give(kids, 'fields');
      } else {
        roles.hasTexts = true;
        inheriting.push(field.get('Parent'));
        for (let up = above; up !== null && !up.isInherited; up = up.above) {
          up.isInherited = true;
          inheriting.push(up.value);
        }
      }
    });
    // What another field inherits from is no signature alone.
    for (const each of inheriting) if (isReference(each) && of.get(each.to) === 'signature') of.set(each.to, 'plain');
  }
  walkPages(file, root.get('Pages'), give, roles);
  return roles;
}

/** Null: it has none that can be read. */
export function fieldName(file: PdfFile, field: PdfDictionary): string | null {
  const name = file.resolved(field.get('T')) ?? null;
  if (typeof name !== 'object' || name === null || !('text' in name)) return null;
  const bytes = Buffer.from(name.text, 'latin1');
  const encoding = Object.entries(ENCODINGS).find(([mark]) => name.text.startsWith(mark))?.[1];
  return encoding === undefined ? name.text : new TextDecoder(encoding).decode(bytes);
}

/** By the marks at the beginning of a text. */
const ENCODINGS = { '\xfe\xff': 'utf-16be', '\xff\xfe': 'utf-16le', '\xef\xbb\xbf': 'utf-8' };

type Give = (value: PdfValue | undefined, role: Role) => void;

/** Of a field with an unreadable kind. */
const UNKNOWN = '?';

/** A field that is another annotation as well is drawn as that. */
export function isWidget(file: PdfFile, field: PdfDictionary): boolean {
  const isSo = (key: string, name: string): boolean => !field.has(key) || nameBehind(file, field, key) === name;
  return isSo('Subtype', 'Widget') && isSo('Type', 'Annot');
}

interface Above {
  kind: string | null;
  value: PdfValue;
  above: Above | null;
  /** By a field that is no signature. */
  isInherited: boolean;
}

/** Every field of a form, once, with its kind: its own, or that of the field above it. */
export function walkFields(
  file: PdfFile,
  list: PdfValue | undefined,
  each: (kind: string | null, field: PdfDictionary, value: PdfValue, above: Above | null) => void,
): void {
  const context = unseen(file);
  const waiting: { field: PdfValue; above: Above | null }[] = [];
  const wait = (fields: PdfValue | undefined, above: Above | null): void => {
    const found = file.resolved(fields);
    if (Array.isArray(found)) for (const field of found) waiting.push({ field, above });
  };
  wait(list, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const field = context(next.field);
    if (field === null) continue;
    const kind = field.has('FT') ? (nameBehind(file, field, 'FT') ?? UNKNOWN) : (next.above?.kind ?? null);
    wait(field.get('Kids'), { kind, value: next.field, above: next.above, isInherited: false });
    each(kind, field, next.field, next.above);
  }
}

/** Annotations that some programs draw with the form's fonts, though they bring looks along. */
const DRAWN_WITH_FORM_FONTS = new Set(['FreeText', 'Widget']);

function walkPages(file: PdfFile, tree: PdfValue | undefined, give: Give, roles: Roles): void {
  const context = unseen(file);
  const waiting: (PdfValue | undefined)[] = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    const node = context(value);
    if (node === null) continue;
    const kids = file.resolved(node.get('Kids'));
    if (Array.isArray(kids)) {
      for (const kid of kids) waiting.push(kid);
      continue;
    }
    give(value, 'page');
    const annotations = node.get('Annots');
    give(annotations, 'annotations');
    const list = file.resolved(annotations);
    for (const each of Array.isArray(list) ? list : []) {
      const annotation = context(each);
      if (annotation === null || (isReference(each) && roles.of.get(each.to) === 'signature')) continue;
      // A field outside of all lists is drawn all the same.
      roles.hasTexts ||= DRAWN_WITH_FORM_FONTS.has(nameBehind(file, annotation, 'Subtype') ?? '');
    }
  }
}

/** Fields inside each other. */
export const DEPTH_MAX = 20;

/** An entry of a field, own or inherited. */
export function inherited(file: PdfFile, field: PdfDictionary, key: string): PdfValue | undefined {
  let found: PdfValue | undefined = field;
  for (let steps = 0; isDictionary(found) && steps < DEPTH_MAX; steps++) {
    const value = found.get(key);
    if (value !== undefined) return value;
    found = file.resolved(found.get('Parent'));
  }
  return undefined;
}

export const kindOf = (file: PdfFile, field: PdfDictionary): string | null =>
  nameBehind(file, new Map([['FT', inherited(file, field, 'FT') ?? null]]), 'FT');

/** The dictionary that a value is or leads to, the first time; null afterwards, and where it is none. */
function unseen(file: PdfFile): (value: PdfValue | undefined) => PdfDictionary | null {
  const seen = new Set<number>();
  return (value) => {
    if (isReference(value)) {
      if (seen.has(value.to)) return null;
      seen.add(value.to);
    }
    const found = file.resolved(value);
    return isDictionary(found) ? found : null;
  };
}
