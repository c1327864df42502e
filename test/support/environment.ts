/** Sets and restores environment variables, for threads that read the settings of their process. */

/** Restores the previous values. */
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
