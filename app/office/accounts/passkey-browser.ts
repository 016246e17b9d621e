import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

type Sent = { id: string; response: Record<string, unknown> }

/** As an action takes it. */
const sent = (
  given: AuthenticationResponseJSON | RegistrationResponseJSON,
): Sent & Record<string, unknown> => ({
  ...given,
  response: { ...given.response },
})

/** Asks the browser to sign with a passkey; null where nobody did. */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON }).then(sent, () => null)
}

/** Asks the browser for a new passkey; null where nobody made one, or it is there already. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON }).then(sent, () => null)
}

export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function'
