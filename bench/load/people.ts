/** People and programs that change something: they pay for a request, create and revoke a key, send a list, ask to hide a person. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, random } from '#demo-country/random.ts';
import type { Signed, ToSign } from './bank.ts';
import { addLatency, noLatencies } from './figures.ts';
import type { KindFigures, Stretch } from './generator.ts';

/** Of all requests; one every eighth of a second is more than a country's owners of accounts do. */
const SHARE = 0.004;
const PER_SECOND_MAX = 8;
const PATIENCE_MS = 30_000;

interface PeopleOptions {
  port: number;
  seed: number;
  cuis: readonly string[];
  /** Cookies of owners with Pro who signed in a moment ago. */
  cookies: readonly string[];
  /** Null: nobody pays. */
  bank: ChildProcess | null;
}

export function people({ port, seed, cuis, cookies, bank }: PeopleOptions) {
  const origin = `http://127.0.0.1:${port}`;
  const signatures = new Map<number, (headers: Record<string, string>) => void>();
  bank?.on('message', ({ id, headers }: Signed) => {
    signatures.get(id)?.(headers);
    signatures.delete(id);
  });
  let figures: KindFigures[] = [];
  const samples: string[] = [];
  let count = 0;
  let turn = 0;
  let owner = 0;

  /** Answers that a person reads on; null for a wrong one. `dueAt`: of the first request, which the schedule decided. */
  const ask = async (kind: string, status: number, path: string, init: RequestInit, dueAt = performance.now()) => {
    const own = figuresOf(kind);
    own.sent++;
    const outcome = (text: string): void => {
      own.outcomes[text] = (own.outcomes[text] ?? 0) + 1;
    };
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(origin + path, { redirect: 'manual', ...init, signal });
      const text = await response.text();
      outcome(String(response.status));
      if (response.status === status) {
        addLatency(own.latencies, performance.now() - dueAt);
        return { response, text };
      }
      if (samples.length < 20) samples.push(`${kind}: ${response.status} ${text.slice(0, 300)}`);
    } catch (error) {
      outcome('broken');
      if (samples.length < 20) samples.push(`${kind}: ${error}`);
    }
    return null;
  };
  const figuresOf = (kind: string): KindFigures => {
    const found = figures.find((each) => each.kind === kind);
    if (found) return found;
    const caller = kind === 'paid look-up' || kind.startsWith('key') ? 'pro' : 'visitor';
    const made: KindFigures = {
      kind,
      caller,
      sent: 0,
      outcomes: {},
      latencies: noLatencies(),
      shedLatencies: noLatencies(),
    };
    figures.push(made);
    return made;
  };
  const form = (from: string, fields: Record<string, string>, cookie?: string): RequestInit => ({
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      'sec-fetch-site': 'same-origin',
      ...(cookie !== undefined && { cookie }),
      origin,
      accept: 'text/html',
    },
    body: new URLSearchParams(fields).toString(),
  });

  const deeds: Record<string, (from: string, roll: () => number, dueAt: number) => Promise<unknown>> = {
    async pay(from, roll) {
      const path = `/api/company/${pick(cuis, roll())}`;
      const id = count;
      const headers = await new Promise<Record<string, string>>((resolve) => {
        signatures.set(id, resolve);
        bank?.send({ id, url: origin + path, from } satisfies ToSign);
      });
      if (headers.error !== undefined) return void samples.push(`signature: ${headers.error}`);
      await ask('paid look-up', 200, path, { headers: { ...headers, 'x-forwarded-for': from } });
    },
    async hide(from, _, dueAt) {
      const fields = { name: 'CINEVA INVENTAT', concerned: '90000014', reason: 'Nu mai sunt asociat.', mail: '' };
      await ask('request to hide', 303, '/date-personale', form(from, fields), dueAt);
    },
    async check(from, roll, dueAt) {
      const body = new FormData();
      body.set('codes', Array.from({ length: 15 }, () => pick(cuis, roll())).join('\n'));
      body.set('list', new File([], ''));
      body.set('day', '');
      const headers = { 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin', origin, accept: 'text/html' };
      const sent = await ask('list to check', 303, '/verificare', { method: 'POST', headers, body }, dueAt);
      const at = sent?.response.headers.get('location');
      if (at) await ask('result of a list', 200, at, { headers: { 'x-forwarded-for': from, accept: 'text/html' } });
    },
    async key(from, _, dueAt) {
      // An owner at a time: one account holds ten keys.
      const cookie = cookies[owner++ % cookies.length] as string;
      const viewing = { headers: { cookie, 'x-forwarded-for': from, accept: 'text/html' } };
      const page = await ask('keys page', 200, '/cont/chei', viewing, dueAt);
      const id = / name="form" value="([0-9a-f-]{36})"/.exec(page?.text ?? '')?.[1];
      if (id === undefined) return;
      const fields = { form: id, name: 'proba', expires: '' };
      const made = await ask('key created', 200, '/cont/chei', form(from, fields, cookie));
      const revocation = /href="(\/cont\/chei\/[0-9a-f-]{36})"/.exec(made?.text ?? '')?.[1];
      if (revocation) await ask('key revoked', 303, revocation, form(from, {}, cookie));
    },
  };
  const names = ['check', 'check', 'check', 'check', 'hide', 'key', ...(bank ? ['pay', 'pay'] : [])];

  return {
    samples,
    /** Beside the generator's stretches. */
    async run(stretches: readonly Stretch[]): Promise<Record<string, KindFigures[]>> {
      const all: Record<string, KindFigures[]> = {};
      const roll = random(seed, turn++, 'people');
      let from = performance.now();
      for (const { name, rate, seconds } of stretches) {
        figures = [];
        all[name] = figures;
        const running = new Set<Promise<unknown>>();
        const perSecond = Math.min(rate * SHARE, PER_SECOND_MAX);
        const end = from + seconds * 1_000;
        for (let at = from; ; ) {
          at += (-Math.log(1 - roll()) / perSecond) * 1_000;
          if (at >= end) break;
          await sleep(Math.max(0, at - performance.now()));
          const number = ++count;
          const address = `${100 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.7`;
          const deed = deeds[pick(names, roll())] as (typeof deeds)[string];
          const done = deed(address, roll, at).finally(() => running.delete(done));
          running.add(done);
        }
        await sleep(Math.max(0, end - performance.now()));
        await Promise.all(running);
        from = end;
      }
      return all;
    },
  };
}
