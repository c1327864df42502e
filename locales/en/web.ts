/** English messages: web. */

export const web = {
  approvalPage: {
    notSold: 'This installation no longer sells anything. Its operator grants Pro.',
  },
  procurementPages: {
    noCpv: ({ cpv }: { cpv: string }) => `The procurement vocabulary has no code that begins with ${cpv}.`,
    wrongCpv: 'A CPV code has up to eight digits, such as 45 or 45233120.',
    unknownDocument: ({ id, notice }: { id: string; notice: string }) => `The notice ${notice} has no document ${id}.`,
  },
  forms: {
    otherSite: 'This form was not sent from a page of this service. Open the page again and send it from there.',
  },
  sitemaps: {
    none: 'There is no such sitemap; /sitemap.xml lists those there are.',
  },
};
