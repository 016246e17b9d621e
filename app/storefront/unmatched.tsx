import type { Route } from './+types/unmatched.ts'
import { notFound } from './not-found.ts'

/** Every address outside the language prefixes. */
export function loader({ request }: Route.LoaderArgs) {
  throw notFound(request)
}

export default function Unmatched() {
  return null
}
