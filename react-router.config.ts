import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every route is known from the table: no manifest requests while somebody browses.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
