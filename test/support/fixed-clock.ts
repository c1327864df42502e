/** Another time for this process, so that answers with times are reproducible. */

/** `running` advances from `begin` as real time does. */
export function fixClock(begin: string, mode: 'running' | 'stopped'): void {
  const Real = Date;
  const beginMs = Real.parse(begin);
  const shift = beginMs - Real.now();
  const now = (): number => (mode === 'stopped' ? beginMs : Real.now() + shift);
  globalThis.Date = new Proxy(Real, {
    construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [now()] : given),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)),
  });
}
