/** Every screen of the office by name, with its path below `/office`; server and browser read it. */
export const officePaths = {
  today: '',
  account: 'account',
  team: 'team',
  records: 'records',
  pieces: 'pieces',
  'bulk-changes': 'bulk-changes',
  'piece-photos': 'pieces/:id/photos',
  requests: 'requests',
  request: 'requests/:number',
  appointments: 'appointments',
  appointment: 'appointments/:id',
  'metal-prices': 'metal-prices',
  ledger: 'ledger',
  'ledger-months': 'ledger/months',
  melting: 'melting',
  'refiner-lot': 'melting/:id',
  insight: 'insight',
  preview: 'preview',
  'preview-story': 'preview/:story',
  settings: 'settings',
  'settings-part': 'settings/:part',
  'settings-branch': 'settings/branches/:branch',
  piece: 'pieces/:id',
  orders: 'orders',
  order: 'orders/:number',
  'pack-orders': 'pack-orders',
  import: 'import',
  'import-list': 'import/:id',
  export: 'export',
  labels: 'labels',
  'stock-taking': 'stock-taking',
  'stock-count': 'stock-taking/:id',
} as const satisfies Record<string, string>

export type ScreenName = keyof typeof officePaths

/** Screens for which nobody need be signed in: they have no data, only what they send. */
export const openPaths = {
  'set-up': 'set-up/:token',
  reset: 'reset',
  camera: 'camera/:token',
} as const satisfies Record<string, string>
