import { firstLoad, firstLoadLimit, sumOf } from '../first-load.ts'
import { addressOf, expect, type KnownPage, test } from './shop.ts'

const names = ['index', 'watches', 'product', 'about-us'] as const

for (const name of names) {
  test(`${name} loads at most ${firstLoadLimit / 1000} kB of scripts`, async ({ page, request }) => {
    const { first } = await firstLoad(page, await addressOf(request, { name, locale: 'de' } as KnownPage))
    expect(first.length).toBeGreaterThan(3)
    expect(sumOf(first), first.map(({ file, gzip }) => `${file} ${gzip}`).join(', ')).toBeLessThanOrEqual(
      firstLoadLimit,
    )
  })
}
