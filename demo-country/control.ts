/** Faults switched over the loopback: `GET /_faults`, `POST /_faults/anaf {"kind":"down","requests":3}`, `DELETE /_faults[/anaf]`. */
import { type Answer, json } from './answer.ts';
import {
  companyFaultKinds,
  type Fault,
  type Faults,
  faultKinds,
  fileFaultKinds,
  interfaces,
  listFaultKinds,
} from './faults.ts';

export function controlFaults(faults: Faults, method: string, path: string, body: string): Answer {
  const name = path.slice('/_faults/'.length);
  const on = interfaces.find((each) => each === name);
  if (name !== '' && !on)
    return json({ error: `There is no interface ${name}; there are ${interfaces.join(', ')}.` }, 404);
  if (method === 'DELETE') faults.clear(on);
  else if (method === 'POST') {
    const fault = readFault(body);
    if (!on || !fault) {
      const kinds = Object.entries(KINDS).map(([kind, meaning]) => `${kind}: ${meaning}`);
      return json({ error: 'POST a fault to one interface.', interfaces, fields: FIELDS, kinds }, 400);
    }
    faults.add(on, fault);
  } else if (method !== 'GET') return json({ error: 'GET, POST or DELETE' }, 405);
  return json(faults.list());
}

const KINDS = { ...faultKinds, ...listFaultKinds, ...companyFaultKinds, ...fileFaultKinds };
const FIELDS = ['requests', 'forMs', 'delayMs', 'retryAfterSeconds'] as const;

function readFault(body: string): Fault | null {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof given?.kind !== 'string' || !(given.kind in KINDS)) return null;
  const fault: Fault = { kind: given.kind as Fault['kind'] };
  for (const field of FIELDS) {
    const value = given[field];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) return null;
    fault[field] = value;
  }
  return fault;
}
