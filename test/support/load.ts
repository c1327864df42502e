/** Callers without pauses, each on one kept-alive connection, and their results. */
import { Agent, get } from 'node:http';
import { DEMO_KEY } from '#platform/accounts/keys.ts';

interface Met {
  answers: number;
  /** Failed requests on accepted connections, and generations that went backwards. */
  problems: string[];
  /** Callers whose connection was closed and who could not reconnect. */
  turnedAway: number;
}

export interface Load {
  met: Met;
  /** Lets the callers finish their requests. */
  end(): Promise<Met>;
}

export function startLoad(origin: string, callers: number, paths: readonly string[]): Load {
  const met: Met = { answers: 0, problems: [], turnedAway: 0 };
  let over = false;
  const calling = Array.from({ length: callers }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let generation = '';
    for (let i = number; !over; i++) {
      const answer = await ask(`${origin}${paths[i % paths.length]}`, agent);
      if ('failure' in answer) {
        if (answer.onNewConnection) met.turnedAway++;
        else met.problems.push(answer.failure);
        if (answer.onNewConnection) break;
        continue;
      }
      met.answers++;
      const { status, body } = answer;
      const output = status === 200 ? (JSON.parse(body) as { meta: { generation: string } }).meta.generation : '';
      if (status !== 200) met.problems.push(`${status} ${body}`);
      else if (output < generation) met.problems.push(`generation ${output} after ${generation}`);
      else generation = output;
    }
    agent.destroy();
  });
  return {
    met,
    async end() {
      over = true;
      await Promise.all(calling);
      return met;
    },
  };
}

type Answered = { status: number; body: string } | { failure: string; onNewConnection: boolean };

const ask = (url: string, agent: Agent): Promise<Answered> =>
  new Promise((resolve) => {
    const request = get(url, { agent, headers: { 'x-api-key': DEMO_KEY } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('error', (error) => resolve({ failure: `cut off: ${error.message}`, onNewConnection: false }));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', (error) => resolve({ failure: error.message, onNewConnection: !request.reusedSocket }));
  });
