import type { Database } from '#app/platform/database/database.ts'

/** A built shop that runs as a process of its own, with the embedded database in its own folder. */
export type AttackedShop = {
  /** Its address, without a slash at the end. */
  url: string
  dataDir: string
  db: Database
  /** All that it has written to its log until now. */
  log(): string
}

export type Attack = {
  /** Its name on the command line: `npm run faults -- attacks --only mails`. */
  name: string
  title: string
  /** Does it, and says what is wrong with what came of it; nothing when it was withstood. */
  run(shop: AttackedShop): Promise<string[]>
}
