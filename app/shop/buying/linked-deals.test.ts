import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buyingShop } from '#tests/buying-shop.ts'
import { ernaMuster, pieces, sellingSecret as secret } from '#tests/selling.ts'
import { germanDay } from './german-day.ts'
import { identifySeller } from './identification.ts'
import type { OfferLineInput } from './offer-lines.ts'

/** Who sells, as the law wants to know it, and by what a seller is known again. */
const shop = buyingShop()
const by = 'Berta Einkauf'

const withNumber = (number: string) => ({ ...ernaMuster().document, number })

/** Sells one lot for cash, as somebody whose document has a number. */
async function sell(
  person: { surname?: string; givenNames?: string; birthDate?: string },
  number: string,
  lines?: OfferLineInput[],
) {
  const id = await shop.agreed(lines)
  await shop.identify(id, { ...person, document: withNumber(number) })
  return shop.pay(id)
}

describe('a seller is known again', () => {
  const one = { total: 73_465, metals: 73_465 }
  const two = { total: 146_930, metals: 146_930 }

  // Duty: linked-deals
  test('by the document under another name, and by name and birth date with another document', async () => {
    expect(await sell({ surname: 'Ehmals' }, 'DOC000001')).toMatchObject({ ok: true, together: one })
    expect(await sell({ surname: 'Jetzt' }, 'doc 000-001')).toMatchObject({ ok: true, together: two })
    expect(await sell({ surname: 'EHMALS', givenNames: 'Erna' }, 'DOC000002')).toMatchObject({
      together: two,
    })
    // A namesake who was born on another day is somebody else.
    expect(await sell({ surname: 'Ehmals', birthDate: '1961-03-05' }, 'DOC000003')).toMatchObject({
      together: one,
    })
  })

  // Duty: linked-deals
  test('for a year: what was sold before that day counts no more', async () => {
    const sold = async (days: number, surname: string, number: string) => {
      expect(await sell({ surname }, number)).toMatchObject({ ok: true, together: one })
      const { db } = shop
      await sql`alter table purchase disable trigger purchase_keep`.execute(db)
      await sql`
        update purchase p set paid_at = paid_at - make_interval(days => ${days}) from identification i
        where i.id = p.identification_id and p.id = (select max(id) from purchase)`.execute(db)
      await sql`alter table purchase enable trigger purchase_keep`.execute(db)
      return sell({ surname }, number)
    }
    expect(await sold(364, 'Vorjahr', 'YEAR00001')).toMatchObject({ together: two })
    expect(await sold(366, 'Vorvorjahr', 'YEAR00002')).toMatchObject({ together: one })
  })
})

// Duty: linked-deals
test('bullion is precious metal as scrap is, a watch is goods', async () => {
  expect(await sell({ surname: 'Münzner' }, 'COIN00001', [pieces.krugerrand])).toEqual({
    ok: false,
    reason: 'identification-incomplete',
    together: { total: 339_500, metals: 339_500 },
  })
  expect(await sell({ surname: 'Uhrmann' }, 'WATCH0001', [pieces.watch])).toMatchObject({
    ok: true,
    together: { total: 310_000, metals: 0 },
  })
})

describe('the record of a seller', () => {
  // Duty: seller-identification
  test.each([
    ['givenNames'],
    ['surname'],
    ['birthDate'],
    ['nationality'],
    ['address'],
    ['address', 'street'],
    ['address', 'city'],
    ['document', 'kind'],
    ['document', 'number'],
    ['document', 'issuer'],
    ['document', 'validUntil'],
    ['complete', 'birthPlace'],
    ['complete', 'beneficialOwner'],
    ['complete', 'politicallyExposed'],
    ['complete', 'copy'],
  ])('without %s %s is none', async (...path) => {
    const complete = {
      birthPlace: 'Köln',
      beneficialOwner: null,
      politicallyExposed: false,
      copy: 'Ordner 3',
    }
    const identity: Record<string, unknown> = structuredClone({ ...ernaMuster(), complete })
    const within = path.length === 1 ? identity : (identity[path[0] ?? ''] as Record<string, unknown>)
    delete within[path.at(-1) ?? '']
    const id = 1
    await expect(
      identifySeller(shop.db, { id }, identity as ReturnType<typeof ernaMuster>, { by, secret }),
    ).rejects.toThrow(z.ZodError)
  })

  // Duty: seller-identification
  test('holds with a document on its last day, and of who is eighteen today', async () => {
    const id = await shop.agreed()
    const inYears = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
    // Asked again when the day ends meanwhile.
    const isTaken = (changes: (today: string) => object) =>
      expect.poll(async () => (await shop.identify(id, changes(germanDay(new Date())))).ok, { interval: 10 })
    await isTaken((today) => ({ document: { ...ernaMuster().document, validUntil: today } })).toBe(true)
    await isTaken((today) => ({ birthDate: inYears(today.replace('02-29', '02-28'), -18) })).toBe(true)
    const tomorrow = (today: string) => {
      const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
      return new Date(Date.UTC(year - 18, month - 1, day + 1)).toISOString().slice(0, 10)
    }
    await isTaken((today) => ({ birthDate: tomorrow(today) })).toBe(false)
  })

  // Duty: seller-identification
  test('is found again by nothing that can be read or made without the secret', async () => {
    const id = await shop.agreed()
    const document = withNumber('HASH00001')
    await shop.identify(id, { surname: 'Lesbar', document })
    const hashes = async (request: number) => {
      const { person_hash, document_hash } = await shop.db
        .selectFrom('identification')
        .select(['person_hash', 'document_hash'])
        .where('request_id', '=', request)
        .executeTakeFirstOrThrow()
      return [person_hash, document_hash].map((hash) => hash?.toString('latin1') ?? '')
    }
    const own = await hashes(id)
    expect(own.join()).not.toMatch(/LESBAR|ERNA|1961|HASH0/i)
    const other = await shop.agreed()
    const changes = { ...ernaMuster(), surname: 'Lesbar', document }
    await identifySeller(shop.db, { id: other }, changes, { by, secret: `${secret}, another` })
    const foreign = await hashes(other)
    expect(own.every((hash, index) => hash !== '' && hash !== foreign[index])).toBe(true)
  })
})
