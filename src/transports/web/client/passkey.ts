/** Asks the authenticator when a form with a passkey is sent, puts its answer into the form, and sends it on as any other. */

/** Options as the server writes them: bytes as base64url. */
interface Options {
  challenge: string;
  user?: { id: string };
  excludeCredentials?: Described[];
  allowCredentials?: Described[];
}

interface Described {
  id: string;
  type: PublicKeyCredentialType;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void asked(form).catch(() => told(form));
  });

async function asked(form: HTMLFormElement): Promise<void> {
  const options = JSON.parse(form.dataset.passkey ?? '{}') as Options;
  const publicKey: unknown = withBytes(options);
  const made =
    options.user === undefined
      ? await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions })
      : await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
  const answer = form.elements.namedItem('answer');
  if (!(made instanceof PublicKeyCredential && answer instanceof HTMLInputElement)) return told(form);
  answer.value = JSON.stringify(written(made));
  form.submit();
}

/** The reader closed the box, or the browser knows no passkey for us: nothing was done, and the page says so. */
function told(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLElement>('[role=status]');
  if (place) place.textContent = place.dataset.said ?? '';
}

const withBytes = ({ challenge, user, excludeCredentials = [], allowCredentials = [], ...rest }: Options) => ({
  ...rest,
  challenge: bytes(challenge),
  ...(user && { user: { ...user, id: bytes(user.id) } }),
  excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
  allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
});

/** As `toJSON` writes it, which older browsers do not have. */
function written({ id, type, response }: PublicKeyCredential): object {
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
