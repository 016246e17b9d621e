import { StartFault } from '../start-fault.ts'
import type { BackupStore } from './backup-store.ts'
import { missingPart, objectsOf, ownObjects, readBackups, readLater, type StoredBackup } from './manifest.ts'
import { storedWal } from './wal-archive.ts'

/**
 * How long backups are kept: removes those that ended before a time (`BACKUP_KEEP_DAYS` ago), and of everything else
 * what no backup that stays needs. The newest stays however old it is; what backups did not make is left alone.
 * @throws {StartFault} when the newest is not whole, or one cannot be read: then nothing is removed
 */
export async function removeOld(store: BackupStore, before: Date): Promise<void> {
  const { backups: all, unread: unreadBackups } = await readBackups(store)
  const newest = all.at(-1)?.manifest
  if (newest === undefined) return
  const missing = await missingPart(store, newest)
  if (missing !== null)
    throw new StartFault(
      `The newest backup is not whole (${missing}), so none was removed. Make another one, and look after the place of backups.`,
    )
  const { notes, unread: unreadNotes } = await readLater(store)
  const [unread] = [...unreadBackups, ...unreadNotes]
  if (unread)
    throw new StartFault(
      `${unread.fault.message} The newest backup is whole; nothing older was removed, for nobody knows what that object needs. Take ${unread.object} away, and backups are removed again as they grow old.`,
    )
  const kept = all.filter(({ manifest }) => manifest === newest || new Date(manifest.ended) >= before)
  // The manifest first: what it names is then no backup any more, and never half of one.
  for (const { object } of all.filter((backup) => !kept.includes(backup))) await store.remove(object)
  const needed = new Set(kept.flatMap(({ manifest }) => objectsOf(manifest)))
  const since = kept[0]?.manifest.begun ?? ''
  for (const { object, later } of notes)
    if (later.at < since) await store.remove(object)
    else for (const { name } of [later.index, ...later.files]) needed.add(name)
  for (const folder of ['base', 'files', 'later-index'] as const)
    for (const { name } of await ownObjects(store, folder)) if (!needed.has(name)) await store.remove(name)
  for (const system of new Set(all.map(({ manifest }) => manifest.system))) {
    const first = kept
      .filter(({ manifest }) => manifest.system === system && manifest.walFrom !== '')
      .map(({ manifest }) => manifest.walFrom.slice(8))
      .toSorted()[0]
    for (const { name, segment } of await storedWal(store, system))
      if (segment.length >= 24 && (first === undefined || segment.slice(8) < first)) await store.remove(name)
  }
}

/** Removes what a backup that was killed has left of its database: nothing names it. Call it while none is being made. */
export async function removeUnnamed(store: BackupStore, backups: readonly StoredBackup[]): Promise<void> {
  const named = new Set(backups.flatMap(({ manifest }) => objectsOf(manifest)))
  for (const { name } of await ownObjects(store, 'base')) if (!named.has(name)) await store.remove(name)
}
