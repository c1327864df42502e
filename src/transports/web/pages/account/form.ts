/** What forms of an account send: bounds, and texts of one line without what no letter has. */
import type { UploadBounds } from '#transports/http/body.ts';

/** Forms without files. */
export const formBounds = (fieldsMax: number): UploadBounds => ({
  // Every letter may take nine bytes on its way.
  bytesMax: 20_000,
  filesMax: 0,
  fileBytesMax: 0,
  fieldsMax,
  fieldBytesMax: 16_000,
});

/** Terminals obey control characters and databases refuse some of them; marks of direction make a name look like another. */
export const line = (text: string | null): string =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
