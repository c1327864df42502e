/** How the first key of an installation on real data is made: one command, printed so that it can be copied as it stands. */
import type { Config } from '#server/config/config.ts';

export const firstKeyLines = (config: Config): string[] => [
  '  The first API key, shown once:',
  `    ${settingsOf(config)} npx firmoteca keys create --plan pro`,
];

/** Those that decide where the key is kept. An address of a database may hold a password, so it stays in the environment. */
const settingsOf = ({ country, dataFolder, secretsFile, databaseUrl }: Config): string =>
  [
    `FIRMOTECA_COUNTRY=${country}`,
    `FIRMOTECA_DATA=${quoted(dataFolder)}`,
    `FIRMOTECA_SECRETS=${quoted(secretsFile)}`,
    ...(databaseUrl === null ? [] : ['DATABASE_URL="$DATABASE_URL"']),
  ].join(' ');

/** As a shell reads it: one word, whatever is in it. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
