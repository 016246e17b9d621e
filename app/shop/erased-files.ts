import type { Database } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'

/**
 * Notes in a transaction that a folder's files are to be erased. They are erased when it has been kept
 * (`eraseNotedFiles`): a file does not come back with a transaction that is rolled back. `folder`: as keys of files begin.
 */
export async function noteErasedFiles(db: Database, folder: string): Promise<void> {
  await db
    .insertInto('erased_files')
    .values({ folder })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The files of a folder are there by intent again: they are not erased any more, once an erasing under way has ended. */
export async function keepFiles(db: Database, folder: string): Promise<void> {
  await db.deleteFrom('erased_files').where('folder', '=', folder).execute()
}

/**
 * Erases the files of one folder that was noted at once. What cannot be erased now stays noted, for the job that tries it
 * again and says so. Returns whether they are gone.
 */
export async function eraseNow(db: Database, files: Files, folder: string): Promise<boolean> {
  return (await eraseFolder(db, files, folder)) === null
}

/** Returns why it could not be erased. */
async function eraseFolder(db: Database, files: Files, folder: string): Promise<{ error: unknown } | null> {
  return db.transaction().execute(async (transaction) => {
    // Whoever keeps the files after all, or erases them as well, waits until this has ended.
    const noted = await transaction
      .selectFrom('erased_files')
      .select('folder')
      .where('folder', '=', folder)
      .forUpdate()
      .executeTakeFirst()
    if (!noted) return null
    try {
      await emptyFolder(files, folder)
    } catch (error) {
      await transaction
        .updateTable('erased_files')
        .set({ tried_at: now })
        .where('folder', '=', folder)
        .execute()
      return { error }
    }
    await keepFiles(transaction, folder)
    return null
  })
}

const folders = 50

/**
 * Erases the files of folders that were noted, those that failed before after all others. Returns how many folders are
 * empty now. @throws {AggregateError} when some could not be erased: they stay noted, and the next run tries again.
 */
export async function eraseNotedFiles(db: Database, files: Files): Promise<number> {
  const noted = await db
    .selectFrom('erased_files')
    .select('folder')
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .orderBy('noted_at')
    .limit(folders)
    .execute()
  const failed: unknown[] = []
  for (const { folder } of noted) {
    const fault = await eraseFolder(db, files, folder)
    if (fault) failed.push(fault.error)
  }
  if (failed.length > 0) throw new AggregateError(failed, `files of ${failed.length} folders were not erased`)
  return noted.length
}

async function emptyFolder(files: Files, folder: string): Promise<void> {
  // Until a look finds none: a copy that was being made may have come in behind the look before.
  for (let found = true; found; ) {
    found = false
    for await (const key of files.keys(folder)) {
      await files.remove(key)
      found = true
    }
  }
}
