import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every route is known from the table: no manifest requests while somebody browses.
  routeDiscovery: { mode: 'initial' },
  // server/csrf.ts refuses what comes from other sites. The router would compare with the address as a proxy hands
  // it on, without TLS, and refuse our own forms.
  allowedActionOrigins: ['**'],
} satisfies Config
