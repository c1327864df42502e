/** The versions of a documentation: which there are, and how their lists of files differ, which everybody may know. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import type { Document } from './documents.ts';

export interface Standing {
  state: 'none' | 'announced' | 'collecting' | 'available' | 'partial' | 'failed' | 'withdrawn' | 'superseded';
  version: number | null;
  /** Newest first. */
  versions: { version: number; seenAt: string; state: string }[];
  documentsCount: number;
  lookedAt: string | null;
  nextLookAt: string | null;
  reason: { code: string; label: string } | null;
}

/** Stands beside every answer about documents. */
export const standingOf = (meta: Readonly<Record<string, unknown>>): Standing => meta.documentation as Standing;

/** Files of one version: no authority published more with one notice. */
export const FILES_MAX = 200;

export interface FileDifference {
  /** With content that the older version does not have. */
  inNew: Document[];
  inOld: Document[];
  same: number;
}

/** By content: a file that was only renamed or signed anew is the same. What has no content yet is known by its code. */
export function fileDifference(older: readonly Document[], newer: readonly Document[]): FileDifference {
  const key = ({ sha256, code }: Document): string => sha256 ?? code;
  const had = new Set(older.map(key));
  const has = new Set(newer.map(key));
  const inNew = newer.filter((document) => !had.has(key(document)));
  return { inNew, inOld: older.filter((document) => !has.has(key(document))), same: newer.length - inNew.length };
}

/** The files of a version, or of the newest. */
export const filesOf = (client: PageRequest['client'], notice: string, version?: number) =>
  client.getDocuments({ notice, limit: FILES_MAX, ...(version !== undefined && { version }) });

/** The version that a reader asked for in the address; left out, the newest. */
export function versionIn(query: URLSearchParams, name = 'version'): number | undefined {
  const text = query.get(name) ?? '';
  return /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : undefined;
}
