/** Runs code samples as readers would: with a shell, Node and Python, in one process for all samples of a language. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CodeSample } from '#api/openapi/code-samples.ts';

export type SampleLanguage = CodeSample['lang'];

/** Separates the outputs of samples. */
const MARK = '@@@@ ';
/** Time for sixty requests, on a busy machine. */
const PATIENCE_MS = 300_000;

const runners: Record<SampleLanguage, { command: string; ending: string; main(names: readonly string[]): string }> = {
  Shell: {
    command: 'sh',
    ending: 'sh',
    main: (names) => names.map((name) => `printf '\\n${MARK}${name}\\n'\n. ./${name}.sh`).join('\n'),
  },
  TypeScript: {
    command: process.execPath,
    ending: 'mts',
    main: (names) =>
      names.map((name) => `console.log('\\n${MARK}${name}');\nawait import('./${name}.mts');`).join('\n'),
  },
  Python: {
    command: 'python3',
    ending: 'py',
    main: (names) =>
      ['import runpy', ...names.map((name) => `print("\\n${MARK}${name}")\nrunpy.run_path("${name}.py")`)].join('\n'),
  },
};

/** The missing program on this machine and its installation; null if it is installed. */
export function lacking(lang: SampleLanguage): { what: string; install: string } | null {
  const program = { Shell: 'curl', TypeScript: process.execPath, Python: 'python3' }[lang];
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return { what: `samples of code in ${lang}`, install: `apt-get install -y ${program}` };
  }
}

/** The output of each sample, by name. */
export async function runSamples(
  lang: SampleLanguage,
  samples: ReadonlyMap<string, string>,
  key: string,
): Promise<Map<string, string>> {
  const { command, ending, main } = runners[lang];
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-samples-'));
  try {
    for (const [name, source] of samples) writeFileSync(join(folder, `${name}.${ending}`), `${source}\n`);
    writeFileSync(join(folder, `all.${ending}`), main([...samples.keys()]));
    const { stdout } = await promisify(execFile)(command, [`all.${ending}`], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, API_KEY: key, PYTHONIOENCODING: 'utf-8' },
      timeout: PATIENCE_MS,
      maxBuffer: 100_000_000,
    });
    const printed = stdout.split(`\n${MARK}`).slice(1);
    return new Map(printed.map((text) => [text.split('\n', 1)[0] ?? '', text.slice(text.indexOf('\n') + 1)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The number of compiler errors in samples. */
export async function compilerSays(samples: ReadonlyMap<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-samples-'));
  const packages = join(import.meta.dirname, '../../node_modules');
  const types = { types: ['node'], typeRoots: [join(packages, '@types')] };
  const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', noEmit: true, ...types };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [name, source] of samples) writeFileSync(join(folder, `${name}.mts`), source);
    const options = { timeout: PATIENCE_MS, maxBuffer: 100_000_000 };
    const output = await promisify(execFile)(join(packages, '.bin/tsc'), ['-p', folder], options).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    return output.match(/: error TS/g)?.length ?? 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
