/** The command that creates the first key of an installation on real data, ready to copy. */
import type { Config } from '#server/config/config.ts';

export const firstKeyLines = (config: Config): string[] => [
  '  The first API key, shown once:',
  `    ${settingsOf(config)} npx firmoteca keys create --plan pro`,
];

/** The settings that decide where the key is stored. The database address may contain a password: it stays in the environment. */
const settingsOf = ({ country, dataFolder, secretsFile, databaseUrl }: Config): string =>
  [
    `FIRMOTECA_COUNTRY=${country}`,
    `FIRMOTECA_DATA=${quoted(dataFolder)}`,
    `FIRMOTECA_SECRETS=${quoted(secretsFile)}`,
    ...(databaseUrl === null ? [] : ['DATABASE_URL="$DATABASE_URL"']),
  ].join(' ');

/** Quoted for a shell as one word. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
