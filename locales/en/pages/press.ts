/** English texts of pages: press. */

export const press = {
  title: 'Tax office press',
  lead: 'Press releases of the tax office, with their text (in Romanian).',
  releases: ['release', 'releases'],
  files: ['attachment', 'attachments'],
  unread: 'its text was not read yet',
  original: 'The original document',
  back: 'Tax office press',
  ocr: (pages: string) => `Pages ${pages} were read from a picture: letters may be wrong.`,
  none: 'No release was read so far.',
} as const;
