import * as react from 'react'

/**
 * For its warnings React notes of each element by which calls it was made, ten thousand times a second at most: half of
 * what rendering costs in tests. Here it believes to have done so already; the warnings stay, without that list.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  react as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
})
