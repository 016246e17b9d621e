import { describe, expect, test } from 'vitest'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { cast } from '#tests/catalogue.ts'
import { cataloguePages, thrown } from '#tests/catalogue-pages.ts'
import { addRings } from '#tests/checkout.ts'
import * as product from './product-page.tsx'

const { database, args } = cataloguePages()

describe('a product page', () => {
  const show = (locale: 'de' | 'en', name: string, id: string) =>
    product.loader(
      args(`/${locale}/${locale === 'de' ? 'produkte' : 'products'}/${name}/${id}`, { name, id }) as never,
    )

  // Duty: total-price
  test('says everything in one language', async () => {
    const page = await show('de', 'rolex-submariner-date-116610ln', cast.availableSubmariner)
    expect(page.piece).toMatchObject({
      id: '10482',
      name: 'Submariner Date',
      status: 'available',
      cents: 985_000,
      tax: 'inkl. MwSt., differenzbesteuert nach §\u00a025a UStG, MwSt. nicht ausweisbar',
      condition: { grade: 'Sehr gut', level: 4 },
      crumbs: [
        { department: 'watches', href: '/de/uhren' },
        { label: 'Rolex', href: '/de/uhren/rolex' },
        { label: 'Submariner', href: '/de/uhren/rolex/submariner' },
      ],
    })
    expect(page.meta.addresses).toEqual({
      de: '/de/produkte/rolex-submariner-date-116610ln/10482',
      en: '/en/products/rolex-submariner-date-116610ln/10482',
    })
    expect(page.meta.title).toBe('Rolex Submariner Date, 116610LN, 2016 (Nr. 10482)')
  })

  test('another name in the address moves to the right one, query included', async () => {
    const wrong = args('/de/produkte/rolex-alt/10482?utm_source=x', { name: 'rolex-alt', id: '10482' })
    expect(await thrown(product.loader(wrong as never))).toMatchObject({
      status: 301,
      location: '/de/produkte/rolex-submariner-date-116610ln/10482?utm_source=x',
    })
  })

  test.each(['99999999', '0', 'abc', '10482 ', "1';--", '9'.repeat(400)])(
    'number %s is the fatal 404',
    async (id) => {
      expect(await thrown(show('de', 'x', id))).toMatchObject({ status: 404 })
    },
  )

  // Duty: known-defect
  test('names a known defect before anybody orders', async () => {
    const slug = async (id: string) => (await thrown(show('en', 'x', id))).location?.split('/')[3] ?? ''
    const defectOf = async (id: string) => (await show('en', await slug(id), id)).piece.condition?.defect
    expect(await defectOf(cast.availableBrooch)).toBe('The pin no longer closes.')
    expect(await defectOf(cast.availableRing)).toBeNull()
  })

  test('a sold piece stays, says so and offers others', async () => {
    const answer = await thrown(show('en', 'x', cast.soldTank))
    const name = answer.location?.split('/')[3] ?? ''
    const page = await show('en', name, cast.soldTank)
    expect(page.piece.status).toBe('sold')
    expect(page.similar.length).toBeGreaterThan(0)
    expect(page.similar.map((card) => card.status)).not.toContain('sold')
  })
})

test.each([
  [0, 180, true],
  [179, 180, true],
  [180, 180, false],
  [40, 30, false],
  [0, 0, false],
])('the page of a piece sold %i days ago may be indexed for %i days: %s', async (ago, days, index) => {
  const { db } = database
  await saveSetting(db, 'site', { soldPageDays: days })
  const soldAt = new Date(Date.now() - ago * 86_400_000)
  await db.updateTable('product').set({ sold_at: soldAt }).where('id', '=', cast.soldBangle).execute()
  const wrong = args('/en/products/x/20102', { name: 'x', id: cast.soldBangle })
  const { location } = await thrown(product.loader(wrong as never))
  const name = location?.split('/')[3] ?? ''
  // Settings are kept for a moment.
  await expect
    .poll(async () => (await product.loader(args(location ?? '', { name, id: '20102' }) as never)).meta.index)
    .toBe(index)
})

test('a piece links to every listing that search engines may keep and that holds it', async () => {
  const page = await product.loader(
    args('/de/produkte/ring-90111/90111', { name: 'ring-90111', id: '90111' }) as never,
  )
  expect(page.listings).toEqual([
    { label: 'Ringe aus Gelbgold', href: '/de/schmuck/ringe/material-gelbgold' },
  ])
})

describe('a piece that is no longer shown', () => {
  test.each(['withdrawn', 'preparing'] as const)(
    'and is %s is the fatal 404, under either name',
    async (status) => {
      const id = status === 'withdrawn' ? '90101' : '90102'
      await addRings(database.db, [id])
      const show = (name: string) => product.loader(args(`/de/produkte/${name}/${id}`, { name, id }) as never)
      expect((await show(`ring-${id}`)).meta.index).toBe(true)
      await database.db.updateTable('product').set({ status }).where('id', '=', id).execute()
      for (const name of [`ring-${id}`, 'old-name']) {
        expect(await thrown(show(name))).toEqual({
          status: 404,
          location: null,
          message: `Page Not Found: /de/produkte/${name}/${id}`,
        })
      }
    },
  )
})
