/** The browser's part of the WebAuthn ceremonies. */
import { bodyOf, loadMe, POST, type Schemas } from './client.ts'
import { currentSession, setSession } from './session.ts'

/** A relying party needs a host name instead of an IP address, and passkeys need a secure page. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** Throws `ApiProblem`, or a `DOMException` when the user or the authenticator refuses. */
export async function makePasskey(deviceName: string): Promise<void> {
  const { challenge, publicKey } = await bodyOf(POST('/api/v1/passkeys/registration'))
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await navigator.credentials.create({ publicKey: options })
  const credential = jsonOf(made) as Schemas['PasskeyRegister']['credential']
  await bodyOf(POST('/api/v1/passkeys', { body: { challenge, credential, device_name: deviceName } }))
}

/** Throws as `makePasskey` does. */
export async function signInWithPasskey(): Promise<void> {
  const { challenge, publicKey } = await bodyOf(POST('/api/v1/passkeys/challenge', { body: {} }))
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const shown = await navigator.credentials.get({ publicKey: options })
  const credential = jsonOf(shown) as Schemas['PasskeyVerify']['credential']
  const tokens = await bodyOf(POST('/api/v1/passkeys/verify', { body: { challenge, credential } }))
  const { access_token: access, refresh_token: refresh } = tokens
  setSession({ tokens: { access, refresh }, me: currentSession().me, isExpired: false })
  await loadMe()
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no passkey.')
  return credential.toJSON()
}

/** The error text for a person whose passkey failed. */
export function passkeyFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  if (error.name === 'InvalidStateError') return new Error('This authenticator has a passkey here already.')
  return error.name === 'NotAllowedError' ? new Error('It was cancelled, or took too long.') : error
}
