/** An error as the provider tells it. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(status: number, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { message, type: 'invalid_request_error', ...more } };
  }
}

export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    param,
  });

export const lacking = (param: string): Refusal =>
  new Refusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
