/** Asks for a proof of identity once more. */
export function ProveIdentity(_: { onProved: (proved: boolean) => void }) {
  return null
}
