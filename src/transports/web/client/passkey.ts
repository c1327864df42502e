/** On submit of a form with a passkey: asks the authenticator, sets its answer in the form, and submits it. */

/** Options as the server serializes them: bytes as base64url. */
interface Options {
  challenge: string;
  user?: { id: string };
  excludeCredentials?: CredentialDescriptor[];
  allowCredentials?: CredentialDescriptor[];
}

interface CredentialDescriptor {
  id: string;
  type: PublicKeyCredentialType;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submitCredential(form).catch(() => renderFailure(form));
  });

async function submitCredential(form: HTMLFormElement): Promise<void> {
  const options = JSON.parse(form.dataset.passkey ?? '{}') as Options;
  const publicKey: unknown = withBytes(options);
  const credential =
    options.user === undefined
      ? await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions })
      : await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
  const answer = form.elements.namedItem('answer');
  if (!(credential instanceof PublicKeyCredential && answer instanceof HTMLInputElement)) return renderFailure(form);
  answer.value = JSON.stringify(serializeCredential(credential));
  form.submit();
}

/** The reader closed the dialog, or the browser has no passkey for this service: nothing was submitted. */
function renderFailure(form: HTMLFormElement): void {
  const status = form.querySelector<HTMLElement>('[role=status]');
  if (status) status.textContent = status.dataset.said ?? '';
}

const withBytes = ({ challenge, user, excludeCredentials = [], allowCredentials = [], ...rest }: Options) => ({
  ...rest,
  challenge: bytes(challenge),
  ...(user && { user: { ...user, id: bytes(user.id) } }),
  excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
  allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
});

/** The result of `toJSON`, which older browsers lack. */
function serializeCredential({ id, type, response }: PublicKeyCredential): object {
  const answer: Record<string, unknown> = { clientDataJSON: text(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    answer.attestationObject = text(response.attestationObject);
    answer.transports = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    answer.authenticatorData = text(response.authenticatorData);
    answer.signature = text(response.signature);
    if (response.userHandle) answer.userHandle = text(response.userHandle);
  }
  return { id, rawId: id, type, response: answer, clientExtensionResults: {} };
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
