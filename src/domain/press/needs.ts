/** What the press operations need from elsewhere; app.ts hands it over. */

import type { Cursors } from '#api/cursor.ts';
import type { PressFile } from '#data/sources/press/press-file.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { WantedWord } from '#lib/values/indexed-words.ts';

export interface StoredRelease {
  url: string;
  slug: string;
  title: string;
  /** Romanian time. */
  publishedAt: string;
  office: string;
  /** JSON. */
  attachments: string;
  text: string | null;
  /** JSON. */
  ocrPages: string | null;
  /** 1 when its file was asked for. */
  looked: number;
  /** 1 when pages of its file are pictures that nobody has read yet. */
  waiting: number | null;
}

export type StoredFile =
  | { outcome: 'found'; fetchedAt: string; record: PressFile }
  | { outcome: 'notFound'; fetchedAt: string };

type Outcome = 'found' | 'notFound' | 'unavailable' | 'pending';

export interface PressNeeds {
  /** What the live side has stored. */
  stored: {
    look(): Promise<string | null>;
    /** Changes with what is stored. */
    version(): Promise<string>;
    addresses(): Promise<{ url: string; slug: string }[]>;
    /** These and the lists: of all but those with the addresses `without`. */
    counts(without: readonly string[]): Promise<{ releases: number; articles: number; unread: number }>;
    releases(limit: number, offset: number, without: readonly string[]): Promise<StoredRelease[]>;
    articles(limit: number, offset: number, without: readonly string[]): Promise<StoredRelease[]>;
    bySlug(slug: string): Promise<StoredRelease | null>;
    /** Those with all the words; of some only the beginning. */
    byWords(
      words: readonly WantedWord[],
      limit: number,
      offset: number,
      without: readonly string[],
    ): Promise<{ rows: StoredRelease[]; total: number }>;
    title(url: string): Promise<string | null>;
    file(url: string): Promise<StoredFile | null>;
    /** Whether it is a file of a release, or of its attachments. */
    isListed(url: string): Promise<boolean>;
  };
  refreshReleases(waitMs: number): Promise<Outcome>;
  refreshFile(url: string, waitMs: number, asker: string): Promise<Outcome>;
  readPictures(url: string, waitMs: number, asker: string): Promise<Outcome>;
  hidden(): HiddenPersons;
  cursors: Cursors;
  licence: string;
  /** As answers name them: the page of links, and the address of a file; null where others are asked in their place. */
  pages: { releases: string | null; files(url: string): string | null };
  /** Nobody published its releases. */
  isDemo: boolean;
  /** A release whose file can be read. */
  example: { url: string; slug: string };
}
