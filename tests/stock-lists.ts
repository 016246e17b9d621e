import { beforeAll, expect } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import type { Mapping } from '#app/shop/stock-files/mapping.ts'
import { checkImport, claimImport, type Importing, runImport } from '#app/shop/stock-files/run-import.ts'
import { findImport, uploadList } from '#app/shop/stock-files/stock-import.ts'
import { testDatabase } from './database.ts'

const secret = 'a secret of the tests that is long enough'

/**
 * A shop into which lists are imported, in a database of the test file's own, and what is done with a list again and again.
 * Call it once at the top level of the file.
 */
export function importingShop() {
  const database = testDatabase()
  const importing: Importing = {
    member: { id: 0, name: 'Erika Beispiel' },
    secret,
    locale: 'de',
    mayPrice: true,
    explain: ({ column, reason }) => `${column}: ${reason}`,
  }

  beforeAll(async () => {
    const { db } = database
    const { id } = await db
      .insertInto('staff_member')
      .values({ name: 'Erika Beispiel', email: 'erika@example.org', role: 'owner' })
      .returning('id')
      .executeTakeFirstOrThrow()
    importing.member.id = id
    await db
      .insertInto('branch')
      .values({
        id: 'koeln',
        name: 'Köln',
        street: 'Ring 1',
        postal_code: '50667',
        city: 'Köln',
        phone: '0221',
        email: 'a@example.org',
        hours: '[]',
      })
      .execute()
  })

  async function upload(db: Database, text: string | Uint8Array) {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    const answer = await uploadList(db, {
      bytes,
      fileName: 'liste.csv',
      secret,
      member: importing.member,
      locale: 'de',
    })
    if (!answer.ok) throw new Error(answer.reason)
    const mapping = (await findImport(db, answer.id, importing.member.id))?.mapping
    if (!mapping) throw new Error('no mapping')
    return { id: answer.id, mapping }
  }

  /** A list as a screen shows it. */
  async function shown(db: Database, id: number) {
    const list = await findImport(db, id, importing.member.id)
    if (!list) throw new Error('no such list')
    return list
  }
  const checkList = async (db: Database, id: number, mapping: Mapping, by: Importing) =>
    checkImport(db, id, { mapping, from: (await shown(db, id)).mapping }, by)
  const claim = async (db: Database, id: number) =>
    claimImport(db, id, importing.member.id, await shown(db, id))

  async function bringIn(db: Database, text: string) {
    const { id, mapping } = await upload(db, text)
    const check = await checkList(db, id, mapping, importing)
    if (!check.ok) throw new Error(check.reason)
    expect(await claim(db, id)).toEqual({ ok: true })
    const run = await runImport(db, id, importing)
    if (!run.ok) throw new Error(run.reason)
    return { id, check: check.result, run: run.result }
  }

  return { database, secret, importing, upload, shown, checkList, claim, bringIn }
}

/** Of the list that most tests import. */
export const headings =
  'Lagernummer;Warenart;Marke;Modell;Referenz;Name;Beschreibung;VK;EK;Ankaufsdatum;Besteuerung;Baujahr;Zustand;Durchmesser;Seriennummer;Filiale'
/** A row of it. */
export const watch = (no: number, change: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    Lagernummer: String(no),
    Warenart: 'Uhr',
    Marke: 'Rolex',
    Modell: 'Submariner Date',
    Referenz: '16610',
    Name: 'Submariner Date',
    Beschreibung: 'Mit Box; und Papieren',
    VK: '9.450,00 €',
    EK: '7.000',
    Ankaufsdatum: '03.02.2026',
    Besteuerung: 'differenzbesteuert',
    Baujahr: 'ca. 2004',
    Zustand: 'Sehr gut',
    Durchmesser: '40,5',
    Seriennummer: `F${no}77`,
    Filiale: 'Köln',
    ...change,
  }
  return headings
    .split(';')
    .map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`)
    .join(';')
}
