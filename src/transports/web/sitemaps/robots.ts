/** What programs that follow links are asked to leave alone. */
import { languages } from '#lib/i18n/message.ts';
import { addresses } from '#transports/web/addresses.ts';

/**
 * Results and forms without end. Pages of persons are not among them: a search engine must be able to read that they are not for it,
 * or it lists them by the links that lead there.
 */
const ENDLESS = ['search', 'compare', 'reportError', 'request'] as const;
const PROGRAMS = ['/api/', '/mcp', '/account/', '/metrics'];

/** Invented data is nothing to be found by anybody. */
export const robotsText = (origin: string, isDemo: boolean): string =>
  isDemo
    ? 'User-agent: *\nDisallow: /\n'
    : [
        'User-agent: *',
        ...PROGRAMS.map((path) => `Disallow: ${path}`),
        ...ENDLESS.flatMap((page) => languages.map((language) => `Disallow: ${addresses[page][language]}`)),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n');
