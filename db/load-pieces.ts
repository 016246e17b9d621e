import { type Insertable, sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { DatabaseUnavailable } from '#app/platform/database/database-unavailable.ts'
import type { DB } from '#app/platform/database/tables.ts'
import type { Files } from '#app/platform/files.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { filedAttributes } from '#app/shop/catalogue/attributes/select-attributes.ts'
import { openPieceNames, type PieceNames } from '#app/shop/catalogue/piece-names.ts'
import { maskSerial, sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { productSlug } from '#app/shop/catalogue/slug.ts'
import { type DemoPhoto, keepDemoPhotos, readPhotoManifest } from './demo-photos.ts'
import { type FoundPiece, PieceFaults, type PieceFile, readPieces } from './piece-file.ts'

/**
 * Loads the pieces of `directory` (*.yaml) that the shop does not have yet; those it has stay as they are.
 * Their photos come from the folder `photos` (manifest.json beside the files) and are kept in `files`; serial
 * numbers are encrypted under `secret`, without one only their masked form is kept. The calendar of the files is moved on as a whole, so that the newest
 * piece is a day old at `now`. All or nothing.
 * @throws {PieceFaults} naming file and piece of every fault
 */
export async function loadPieces(
  db: Database,
  directory: string,
  options: {
    now: Date
    files: Files
    photos: string
    secret?: Secret
    onProgress?: (done: number, total: number) => void
  },
): Promise<{ pieces: number; photos: number; present: number }> {
  const found = await readPieces(directory)
  const known = new Set(
    (await db.selectFrom('product').select('id').where('id', 'in', idsOf(found)).execute()).map(
      ({ id }) => id,
    ),
  )
  const missing = found.filter(({ piece }) => !known.has(piece.stock))
  await checkWorld(db, missing)
  const photos = await loadPhotos(new Set(missing.map(({ piece }) => piece.photos)), options, missing)
  const moved = daysToMove(found, options.now)
  await together(db, async (transaction) => {
    const names = await openPieceNames(transaction)
    for (const [index, { file, piece }] of missing.entries()) {
      try {
        await addPiece(transaction, names, piece, photos.get(piece.photos) ?? [], { ...options, moved })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // A database that takes nothing is no fault of the piece.
        if (error instanceof DatabaseUnavailable) throw error
        throw new PieceFaults([`${file}, piece ${piece.stock}: ${reason}`])
      }
      options.onProgress?.(index + 1, missing.length)
    }
    await sql`select setval('stock_number', greatest(
      (select coalesce(max(id::int), 10000) from product), (select last_value from stock_number)))`.execute(
      transaction,
    )
  })
  return {
    pieces: missing.length,
    photos: missing.reduce((sum, { piece }) => sum + (photos.get(piece.photos)?.length ?? 0), 0),
    present: found.length - missing.length,
  }
}

function idsOf(found: readonly FoundPiece[]): string[] {
  return found.length === 0 ? [''] : found.map(({ piece }) => piece.stock)
}

/** What only the database and the other files know: branches, and names that the listing could not reach. */
async function checkWorld(db: Database, found: readonly FoundPiece[]) {
  const branches = new Set((await db.selectFrom('branch').select('id').execute()).map(({ id }) => id))
  const names = await openPieceNames(db)
  const faults: string[] = []
  for (const { file, piece } of found) {
    const name = `${file}, piece ${piece.stock}`
    if (!branches.has(piece.branch)) faults.push(`${name}, branch: there is no branch "${piece.branch}"`)
    const fault = names.faultOf(piece)
    if (fault) {
      const text = piece[fault.kind]
      const why = {
        'needs-brand': 'needs a brand',
        'no-address': `"${text}" has no letters for an address`,
        'listing-word': `"${text}" is a word of the listing's path`,
        'reference-of-other-model': `"${text}" is a reference of the model "${fault.of}"`,
      }
      faults.push(`${name}, ${fault.kind}: ${why[fault.reason]}`)
    }
  }
  if (faults.length > 0) throw new PieceFaults(faults)
}

async function loadPhotos(
  entries: ReadonlySet<string>,
  options: { files: Files; photos: string },
  found: readonly FoundPiece[],
) {
  const manifest = await readPhotoManifest(options.photos)
  const photos = await keepDemoPhotos(
    manifest.filter(({ id }) => entries.has(id)),
    { files: options.files, directory: options.photos },
  )
  const faults = found
    .filter(({ piece }) => !photos.has(piece.photos))
    .map(({ file, piece }) => `${file}, piece ${piece.stock}, photos: the manifest has no "${piece.photos}"`)
  if (faults.length > 0) throw new PieceFaults(faults)
  return photos
}

const day = 86_400_000
const sellingTime = 21 * day

/** Whole days between the newest piece of the files and yesterday; never backwards. */
function daysToMove(found: readonly FoundPiece[], now: Date): number {
  const newest = Math.max(0, ...found.map(({ piece }) => Date.parse(piece.listedOn)))
  return newest === 0 ? 0 : Math.max(0, Math.floor((now.getTime() - newest) / day) - 1)
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function cents(euros: number): number {
  return Math.round(euros * 100)
}

async function addPiece(
  db: Database,
  names: PieceNames,
  piece: PieceFile,
  photos: readonly DemoPhoto[],
  { now, secret, moved }: { now: Date; secret?: Secret; moved: number },
) {
  const { watch, bullion } = piece
  const at = (date: string) =>
    new Date(Math.min(Date.parse(`${date}T09:00:00Z`) + moved * day, now.getTime()))
  const listedAt = at(piece.listedOn)
  const slug = productSlug({
    brand: piece.brand ?? null,
    name: piece.name,
    reference: piece.reference ?? null,
  })
  const serial = watch?.serial && secret ? sealSerial(watch.serial, secret) : null
  await db
    .insertInto('product')
    .values({
      id: piece.stock,
      kind: piece.kind,
      status: piece.status,
      ...(await names.columns(db, piece)),
      name: JSON.stringify(piece.name),
      slug_de: slug.de,
      slug_en: slug.en,
      description: JSON.stringify(piece.description),
      price_cents: cents(piece.price),
      price_since: piece.reducedOn ? at(piece.reducedOn) : listedAt,
      tax_mode: piece.tax,
      branch_id: piece.branch,
      ...factColumns(piece),
      ...(bullion && { metal: bullion.metal === 'gold' ? 'fine-gold' : bullion.metal }),
      serial_masked: watch?.serial ? maskSerial(watch.serial) : null,
      manufacturer_name: piece.manufacturer?.name ?? null,
      manufacturer_postal: piece.manufacturer?.postal ?? null,
      manufacturer_electronic: piece.manufacturer?.electronic ?? null,
      cites_species: piece.cites?.species ?? null,
      cites_annex: piece.cites?.annex ?? null,
      cites_proof: piece.cites?.proof ?? null,
      listed_at: listedAt,
      sold_at:
        piece.status === 'sold' ? new Date(Math.min(listedAt.getTime() + sellingTime, now.getTime())) : null,
    })
    .execute()
  await addRows(db, piece, photos, serial, at)
}

/** The columns of everything that attributes declare. */
function factColumns(piece: PieceFile): Partial<Insertable<DB['product']>> {
  const parts = (['piece', 'watch', 'jewellery', 'bullion'] as const).map((part) => {
    const given = part === 'piece' ? piece : piece[part]
    const written = filedAttributes(part).map(({ key, source }) =>
      given ? source.write((given as Record<string, unknown>)[key]) : {},
    )
    return Object.assign({}, ...written)
  })
  return Object.assign({}, ...parts)
}

type Stone = Insertable<DB['stone']>

async function addRows(
  db: Database,
  piece: PieceFile,
  photos: readonly DemoPhoto[],
  serial: { encrypted: Buffer; hash: Buffer } | null,
  at: (date: string) => Date,
) {
  const product_id = piece.stock
  if (piece.previousPrices.length > 0) {
    const rows = piece.previousPrices.map(({ price, from }) => ({
      product_id,
      since: at(from),
      price_cents: cents(price),
    }))
    await db.insertInto('price_history').values(rows).execute()
  }
  if (piece.defect) {
    await db
      .insertInto('product_defect')
      .values({ product_id, text: JSON.stringify(piece.defect), overrides: piece.defectOverrides })
      .execute()
  }
  const stones = piece.watch?.stones ?? piece.jewellery?.stones ?? []
  if (stones.length > 0) {
    const rows = stones.map((stone, position) => ({
      product_id,
      position,
      stone: stone.stone as Stone['stone'],
      count: stone.count ?? null,
      carat: stone.carat ?? null,
      cut: (stone.cut ?? null) as Stone['cut'],
      colour: stone.colour ?? null,
      clarity: stone.clarity ?? null,
      setting: json(stone.setting),
      treatment: json(stone.treatment),
      laboratory_grown: stone.laboratoryGrown,
      estimated: stone.estimated,
    }))
    await db.insertInto('stone').values(rows).execute()
  }
  if (photos.length > 0) {
    const rows = photos.map(({ alt, flaws: _, ...photo }, position) => ({
      ...photo,
      product_id,
      position,
      alt: JSON.stringify(alt),
    }))
    await db.insertInto('photo').values(rows).execute()
  }
  const flaws = photos.flatMap(({ id, flaws }) => flaws.map((flaw) => ({ photo_id: id, ...flaw })))
  if (flaws.length > 0) {
    const rows = flaws.map(({ text, ...flaw }, index) => ({
      ...flaw,
      product_id,
      number: index + 1,
      text: JSON.stringify(text),
    }))
    await db.insertInto('photo_flaw').values(rows).execute()
  }
  if (piece.staff || serial) {
    await db
      .insertInto('product_staff')
      .values({
        product_id,
        serial_encrypted: serial?.encrypted ?? null,
        serial_hash: serial?.hash ?? null,
        cost_cents: piece.staff?.cost ? cents(piece.staff.cost) : null,
        acquired_on: piece.staff?.acquiredOn ? dayOf(at(piece.staff.acquiredOn)) : null,
      })
      .execute()
  }
  if (piece.staff?.theftCheckedOn) {
    await db
      .insertInto('theft_check')
      .values({
        product_id,
        checked_on: dayOf(at(piece.staff.theftCheckedOn)),
        register,
        result: 'clear',
        certificate_number: piece.testSheet?.theftNumber ?? null,
      })
      .execute()
  }
  if (piece.testSheet) {
    const { on, by, theftNumber, content } = piece.testSheet
    const checked = piece.staff?.theftCheckedOn
    const theft = checked ? { register, checkedOn: dayOf(at(checked)), number: theftNumber } : null
    await db
      .insertInto('test_sheet')
      .values({
        product_id,
        number: 1,
        examined_on: dayOf(at(on)),
        examined_by: by,
        signed_at: at(on),
        content: JSON.stringify({ ...content, theft }),
      })
      .execute()
  }
}

/** The register that the demo shop asks. */
const register = 'The Watch Register'

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
