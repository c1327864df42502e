/** What is said of sitemaps that are not there. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('sitemaps', {
  none: {
    en: 'There is no such sitemap; /sitemap.xml lists those there are.',
    ro: 'Nu există un astfel de sitemap; /sitemap.xml le enumeră pe cele care există.',
  },
});
