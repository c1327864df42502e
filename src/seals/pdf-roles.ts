/**
 * Which objects of a signed PDF have a part in it that later updates may touch: the catalog, the form, its signature fields, and the
 * lists of fields and annotations. Told by the way that leads to an object, never by what it says of itself.
 */
import type { PdfFile } from './pdf-file.ts';
import { isDictionary, isReference, nameBehind, type PdfDictionary, type PdfValue } from './pdf-values.ts';

export type Role =
  | 'catalog'
  | 'info'
  | 'form'
  /** Lists of fields: of the form or of a group, and of a signature field. */
  | 'fields'
  | 'signatureKids'
  /** A field without a kind that only holds others. */
  | 'group'
  | 'signature'
  | 'page'
  | 'annotations'
  /** Everything else: it must stay what it is. */
  | 'plain';

/** The ways that lead to an object as what it is. Whatever uses it under another key may take it for something else. */
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

export const isOwnPath = (role: Role, key: string): boolean => role === 'plain' || OWN[role].includes(key);

export interface Roles {
  of: ReadonlyMap<number, Role>;
  /** Whether there are fields that are no signatures. */
  hasOtherFields: boolean;
  /** Whether programs make up how something looks, since the file does not say it: they take the form's fonts for it. */
  isDrawnAnew: boolean;
}

export function rolesIn(file: PdfFile): Roles {
  const of = new Map<number, Role>();
  const roles = { of, hasOtherFields: false, isDrawnAnew: false };
  const root = file.resolved(file.trailer.get('Root'));
  if (!isDictionary(root)) return roles;
  const give: Give = (value, role) => {
    if (!isReference(value)) return;
    // What has two parts in a document is held to both: it must stay what it is.
    of.set(value.to, (of.get(value.to) ?? role) === role ? role : 'plain');
  };
  give(file.trailer.get('Root'), 'catalog');
  give(file.trailer.get('Info'), 'info');
  give(root.get('AcroForm'), 'form');
  const form = file.resolved(root.get('AcroForm'));
  if (isDictionary(form)) {
    give(form.get('Fields'), 'fields');
    walkFields(file, form.get('Fields'), (kind, field, value) => {
      const kids = field.get('Kids');
      if (kind === 'Sig' && isWidget(file, field)) {
        give(value, 'signature');
        give(kids, 'signatureKids');
      } else if (kind === null && kids !== undefined) {
        give(value, 'group');
        give(kids, 'fields');
      } else {
        roles.hasOtherFields = true;
        roles.isDrawnAnew ||= kids === undefined && !hasLooks(file, field, kind);
      }
    });
  }
  walkPages(file, root.get('Pages'), give, roles);
  const isTold = isDictionary(form) && file.resolved(form.get('NeedAppearances')) === true;
  roles.isDrawnAnew ||= roles.hasOtherFields && isTold;
  return roles;
}

type Give = (value: PdfValue | undefined, role: Role) => void;

/** Of a field that says its kind in a way that is not read. */
const UNKNOWN = '?';

/** A field that is another annotation as well is drawn as that. */
export function isWidget(file: PdfFile, field: PdfDictionary): boolean {
  const isSo = (key: string, name: string): boolean => !field.has(key) || nameBehind(file, field, key) === name;
  return isSo('Subtype', 'Widget') && isSo('Type', 'Annot');
}

/** Every field of a form, once, with its kind: its own, or that of the field above it. */
export function walkFields(
  file: PdfFile,
  list: PdfValue | undefined,
  each: (kind: string | null, field: PdfDictionary, value: PdfValue) => void,
): void {
  const visit = unseen(file);
  const waiting: { field: PdfValue; above: string | null }[] = [];
  const wait = (fields: PdfValue | undefined, above: string | null): void => {
    const found = file.resolved(fields);
    if (Array.isArray(found)) for (const field of found) waiting.push({ field, above });
  };
  wait(list, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const field = visit(next.field);
    if (field === null) continue;
    const kind = field.has('FT') ? (nameBehind(file, field, 'FT') ?? UNKNOWN) : next.above;
    wait(field.get('Kids'), kind);
    each(kind, field, next.field);
  }
}

/** Annotations whose looks programs make up from the form's fonts, when they bring none along. */
const WRITTEN = new Set(['FreeText', 'Widget']);

function walkPages(file: PdfFile, tree: PdfValue | undefined, give: Give, roles: Roles): void {
  const visit = unseen(file);
  const waiting: (PdfValue | undefined)[] = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    const node = visit(value);
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
      const annotation = visit(each);
      if (annotation === null || (isReference(each) && roles.of.get(each.to) === 'signature')) continue;
      const kind = nameBehind(file, annotation, 'Subtype') ?? '';
      // One that stands in no list of fields is drawn all the same.
      roles.hasOtherFields ||= kind === 'Widget';
      roles.isDrawnAnew ||= WRITTEN.has(kind) && !hasLooks(file, annotation, kindOf(file, annotation));
    }
  }
}

/** Fields inside each other. */
export const DEPTH_MAX = 20;

/** An entry that a field has by itself, or from those above it. */
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

/** It says how it looks: programs that find nothing there, or nothing for its state, make it up; of a button they draw nothing. */
function hasLooks(file: PdfFile, annotation: PdfDictionary, kind: string | null): boolean {
  const looks = file.resolved(annotation.get('AP')) ?? null;
  if (!isDictionary(looks)) return false;
  const isDrawing = (value: PdfValue | undefined): boolean =>
    isReference(value) && (file.loaded(value.to)?.streamAt ?? null) !== null;
  if (isDrawing(looks.get('N'))) return true;
  const states = file.resolved(looks.get('N')) ?? null;
  if (!isDictionary(states) || states.size === 0) return false;
  return kind === 'Btn' || isDrawing(states.get(nameBehind(file, annotation, 'AS') ?? ''));
}

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
