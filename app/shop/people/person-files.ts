import type { Database } from '#app/platform/database/database.ts'
import { asStaff, type StaffActor, versionOf } from '#app/shop/staff/change-record.ts'
import { readRecords } from './person-records.ts'
import type { PersonKey, RecordRef } from './record-kinds.ts'

/** What belongs to somebody: the records of a file, or the one record that is in none. */
export type PersonFile = {
  /** Null: nobody has joined anything yet. */
  person: number | null
  note: string
  forgottenAt: Date | null
  /** All of them, also what no longer names anybody. */
  links: RecordRef[]
  /** Of the newest recorded change of the file; 0: there is none. */
  version: number
}

/** The file of a key: a record that is in a file leads there. Null: there is no such file or record. */
export async function findFile(db: Database, key: PersonKey): Promise<PersonFile | null> {
  if (!('person' in key)) {
    const link = await db
      .selectFrom('person_link')
      .select('person_id')
      .where('kind', '=', key.kind)
      .where('ref', '=', key.ref)
      .executeTakeFirst()
    if (link) return findFile(db, { person: link.person_id })
    const [record] = await readRecords(db, [key])
    return record
      ? { person: null, note: '', forgottenAt: null, links: [{ kind: key.kind, ref: key.ref }], version: 0 }
      : null
  }
  const person = await db
    .selectFrom('person')
    .select(['note', 'forgotten_at'])
    .where('id', '=', key.person)
    .executeTakeFirst()
  if (!person) return null
  const links = await db
    .selectFrom('person_link')
    .select(['kind', 'ref'])
    .where('person_id', '=', key.person)
    .orderBy('joined_at')
    .execute()
  return {
    ...{ person: key.person, note: person.note, forgottenAt: person.forgotten_at },
    links: links as RecordRef[],
    version: await versionOf(db, { subject: 'person', id: String(key.person) }),
  }
}

/**
 * - `changed-meanwhile`: somebody else joined, parted or noted something
 * - `forgotten`: the person was forgotten, and nothing is joined to that any more
 */
export type FileAnswer =
  | { ok: true; person: number }
  | { ok: false; reason: 'no-such-person' | 'no-such-record' | 'changed-meanwhile' | 'forgotten' }

type Seen = { key: PersonKey; version: number }

/** The file of a key, locked; made where there is none yet. */
async function openFile(db: Database, { key, version }: Seen, by: StaffActor): Promise<FileAnswer> {
  const file = await findFile(db, key)
  if (!file) return { ok: false, reason: 'no-such-person' }
  if (file.person === null) {
    if (version !== 0) return { ok: false, reason: 'changed-meanwhile' }
    const { id } = await db.insertInto('person').defaultValues().returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('person_link')
      .values(file.links.map(({ kind, ref }) => ({ person_id: id, kind, ref, staff_id: by.id })))
      .execute()
    return { ok: true, person: id }
  }
  await db.selectFrom('person').select('id').where('id', '=', file.person).forUpdate().execute()
  if (file.forgottenAt !== null) return { ok: false, reason: 'forgotten' }
  const now = await versionOf(db, { subject: 'person', id: String(file.person) })
  return now === version ? { ok: true, person: file.person } : { ok: false, reason: 'changed-meanwhile' }
}

/** The same for others: a file to write to, of `seen`, inside of `asStaff`. */
export const fileToWrite = openFile

/**
 * Joins a record to somebody's file by intent. One that is in another file brings all of that: two files of one person
 * become one.
 */
export async function joinRecord(
  db: Database,
  { record, ...seen }: Seen & { record: RecordRef },
  by: StaffActor,
): Promise<FileAnswer> {
  return asStaff(db, by, async (transaction) => {
    const [known] = await readRecords(transaction, [record])
    if (!known) return { ok: false, reason: 'no-such-record' }
    const file = await openFile(transaction, seen, by)
    if (!file.ok) return file
    const other = await transaction
      .selectFrom('person_link as l')
      .innerJoin('person as p', 'p.id', 'l.person_id')
      .select(['p.id', 'p.note', 'p.forgotten_at'])
      .where('l.kind', '=', record.kind)
      .where('l.ref', '=', record.ref)
      .executeTakeFirst()
    if (other?.id === file.person) return file
    if (other?.forgotten_at) return { ok: false, reason: 'forgotten' }
    if (!other) {
      await transaction
        .insertInto('person_link')
        .values({ person_id: file.person, kind: record.kind, ref: record.ref, staff_id: by.id })
        .execute()
      return file
    }
    await transaction
      .updateTable('person_link')
      .set({ person_id: file.person, staff_id: by.id })
      .where('person_id', '=', other.id)
      .execute()
    if (other.note !== '') await addNote(transaction, file.person, other.note)
    await transaction.updateTable('person').set({ note: '' }).where('id', '=', other.id).execute()
    return file
  })
}

async function addNote(db: Database, person: number, note: string): Promise<void> {
  const { note: own } = await db
    .selectFrom('person')
    .select('note')
    .where('id', '=', person)
    .executeTakeFirstOrThrow()
  const joined = [own, note].filter(Boolean).join('\n\n').slice(0, 4000)
  await db.updateTable('person').set({ note: joined }).where('id', '=', person).execute()
}

/** Takes a record out of a file again; it stands by itself. */
export async function partRecord(
  db: Database,
  { record, ...seen }: Seen & { record: RecordRef },
  by: StaffActor,
): Promise<FileAnswer> {
  return asStaff(db, by, async (transaction) => {
    const file = await openFile(transaction, seen, by)
    if (!file.ok) return file
    const { numDeletedRows } = await transaction
      .deleteFrom('person_link')
      .where('person_id', '=', file.person)
      .where('kind', '=', record.kind)
      .where('ref', '=', record.ref)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n ? file : { ok: false, reason: 'no-such-record' }
  })
}

/** Writes what staff want to remember of somebody. */
export async function noteOnPerson(
  db: Database,
  { note, ...seen }: Seen & { note: string },
  by: StaffActor,
): Promise<FileAnswer> {
  return asStaff(db, by, async (transaction) => {
    const file = await openFile(transaction, seen, by)
    if (file.ok) await transaction.updateTable('person').set({ note }).where('id', '=', file.person).execute()
    return file
  })
}
