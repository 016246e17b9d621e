import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every route is known from the table: no manifest requests while somebody browses.
  routeDiscovery: { mode: 'initial' },
  // The frame alone has a part that could be split off, and every page needs both: a file more, and no byte less.
  splitRouteModules: false,
  // server/csrf.ts refuses what comes from other sites. The router would compare with the address as a proxy hands
  // it on, without TLS, and refuse our own forms.
  allowedActionOrigins: ['**'],
} satisfies Config
