/** Settings for threads that read them in the environment of their process: put there, and taken away again. */

/** Puts back what was there before. */
export type Restore = () => void;

export function changedEnvironment(settings: Record<string, string>): Restore {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}
