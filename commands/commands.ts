import type { Command } from './command.ts'

/** What staff and operators type after `npm run`; only the one that was typed is loaded. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  attributes: async () => (await import('./attributes.ts')).attributesInStep,
  backup: async () => (await import('./backup.ts')).backup,
  content: async () => (await import('./content.ts')).content,
  demo: async () => (await import('./demo.ts')).demo,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'export-proof': async () => (await import('./export-proof.ts')).exportProof,
  files: async () => (await import('./files.ts')).filesBetween,
  'guarantee-notice': async () => (await import('./guarantee-notice.ts')).guaranteeNotice,
  insight: async () => (await import('./insight.ts')).insight,
  ledger: async () => (await import('./ledger.ts')).ledger,
  'metal-price': async () => (await import('./metal-price.ts')).metalPrice,
  migrate: async () => (await import('./migrate.ts')).migrateDatabase,
  order: async () => (await import('./order.ts')).order,
  piece: async () => (await import('./piece.ts')).piece,
  purchase: async () => (await import('./purchase.ts')).purchase,
  reseal: async () => (await import('./reseal.ts')).resealStored,
  restore: async () => (await import('./restore.ts')).restore,
  settings: async () => (await import('./settings.ts')).settings,
  staff: async () => (await import('./staff.ts')).staff,
  tables: async () => (await import('./tables.ts')).tables,
}
