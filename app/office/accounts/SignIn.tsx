/** Asks who somebody is. `email`: whose session ended. */
export function SignIn(_: { email?: string; onSignedIn: () => void }) {
  return null
}
