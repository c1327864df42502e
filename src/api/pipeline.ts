/**
 * The one way to an operation. Credentials are admitted once and give a visit; the visit performs operations, each under the
 * caller's own rights. A request, a page view or a tool call is one visit, however many operations it performs.
 */
import type { Credentials } from './caller.ts';
import { AdmittedContext } from './internal/admitted-context.ts';
import { admission, type GateNeeds } from './internal/gate.ts';
import type { ContextNeeds, IncomingRequest, RequestContext } from './request-context.ts';
import { asStoreError } from './store-unavailable.ts';

export interface PipelineNeeds extends Omit<GateNeeds, 'takesPayments'>, ContextNeeds {}

export interface Pipeline {
  /** Identifies the caller, applies blocks and counts the visit; at once where everything is at hand. */
  admit(credentials: Credentials, occasion: IncomingRequest): RequestContext | Promise<RequestContext>;
}

export function pipeline(needs: PipelineNeeds): Pipeline {
  const gate = { ...needs, takesPayments: needs.payments !== null };
  return {
    admit(credentials, occasion) {
      const admitted = admission(credentials, occasion.now, gate);
      return admitted instanceof Promise
        ? admitted.then((settled) => new AdmittedContext(settled, credentials, occasion, needs), notAdmitted)
        : new AdmittedContext(admitted, credentials, occasion, needs);
    },
  };
}

/** Who somebody is may stand in a database that does not answer: nobody is counted as a stranger for that. */
const notAdmitted = (error: unknown): never => {
  throw asStoreError(error);
};
