import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { loadPieces } from '#db/load-pieces.ts'

/** The stock numbers of the pieces in tests/fixtures/pieces, by what they are there for. */
export const cast = {
  /** listed, reduced from 10,400 to 9,850 EUR, full set */
  availableSubmariner: '10482',
  reservedSpeedmaster: '10483',
  soldTank: '10484',
  /** one diamond of 1.02 ct, white gold, size 54 */
  availableRing: '20101',
  soldBangle: '20102',
  availableBrooch: '20103',
  krugerrand: '30001',
} as const

/** A moment shortly after the cast's newest piece was listed. */
export const castNow = new Date('2026-11-20T12:00:00Z')

/** The two branches where the cast lies. */
export async function addBranches(db: Database) {
  await db
    .insertInto('branch')
    .values(
      [
        ['koeln', 'Köln'],
        ['duesseldorf', 'Düsseldorf'],
      ].map(([id = '', city = '']) => ({
        id,
        name: city,
        street: 'Ring 1',
        postal_code: '50667',
        city,
        phone: '+49 221 1',
        email: 'shop@example.test',
        hours: '[]',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts the cast into a test's database. */
export const loadCast = (db: Database) => loadFrom('tests/fixtures/pieces', db)

/** Puts the catalogue that searches and counts are judged on into a test's database, as it is on the cast's day. */
export const loadCatalogue = (db: Database) => loadFrom('tests/fixtures/catalogue', db)

async function loadFrom(directory: string, db: Database) {
  await addBranches(db)
  await loadPieces(db, resolve(directory), {
    now: castNow,
    files: openLocalFiles(join(tmpdir(), 'shop-cast-photos')),
    photos: resolve('db/demo/photos'),
    secret: 'a secret of at least thirty-two characters',
  })
}
