// Plain JavaScript: bootstrap.mjs reads it under the Node that installs the packages.

/** Where each npm script goes on, under the Node the shop is made for. */
export const entries = {
  start: 'server/start.ts',
  build: 'server/build.ts',
  dev: 'server/dev.ts',
  'bench:catalogue': 'bench/catalogue.ts',
  'bench:pages': 'bench/pages.ts',
  'bench:bundle': 'bench/bundle.ts',
  'bench:checkout': 'bench/checkout.ts',
  'bench:memory': 'bench/memory.ts',
  'bench:uncached': 'bench/uncached.ts',
  'bench:photos': 'bench/photos.ts',
  'bench:overload': 'bench/overload.ts',
  'bench:growth': 'bench/growth.ts',
  'bench:cached': 'bench/cached.ts',
  'bench:mix': 'bench/mix.ts',
  'bench:peers': 'bench/peers.ts',
  'bench:office': 'bench/office.ts',
  'bench:first-piece': 'bench/first-piece.ts',
  'bench:counter-purchase': 'bench/counter-purchase.ts',
  faults: 'tests/faults/run.ts',
  check: 'tests/run.ts',
  test: 'tests/run.ts',
  sbom: 'tests/sbom.ts',
  audit: 'tests/audit.ts',
  pictures: 'tests/pictures.ts',
}

/** What staff and operators type: all of them start in commands/run.ts, which is told the name. */
export const commandEntry = 'commands/run.ts'
export const commandNames = [
  'attributes',
  'backup',
  'content',
  'demo',
  'doctor',
  'export-proof',
  'files',
  'guarantee-notice',
  'insight',
  'ledger',
  'metal-price',
  'migrate',
  'order',
  'piece',
  'purchase',
  'reseal',
  'restore',
  'settings',
  'staff',
  'tables',
]

/** What runs without the packages of development (NODE_ENV=production leaves them out). */
export const leanCommands = [
  'start',
  'backup',
  'build',
  'demo',
  'doctor',
  'files',
  'migrate',
  'order',
  'piece',
  'restore',
  'settings',
  'staff',
]
