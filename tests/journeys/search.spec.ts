import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

for (const [path, title, found, none, ask] of [
  [
    '/de/suche',
    'Treffer für „submariner“',
    /Stücke gefunden/,
    'Kein Treffer für „xyzzyxyzzy“.',
    /^Geben Sie eine Marke/,
  ],
  [
    '/en/search',
    'Results for “submariner”',
    /pieces found/,
    'Nothing found for “xyzzyxyzzy”.',
    /^Enter a brand/,
  ],
] as const) {
  test(`${path}: results, none, and nothing asked`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${path}?query=submariner`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(found)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    await expect(page.locator('main .card').first()).toContainText('Submariner')
    await expectNoOverflow(page)
    await expectAccessible(page)

    await page.goto(`${path}?query=xyzzyxyzzy`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Suche|Search)$/)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(none)
    await expect(page.locator('main a.arrow')).toHaveCount(3)
    await expectAccessible(page)

    await page.goto(`${path}?query=!%E2%84%A2`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(ask)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('!™')

    await page.goto(path)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('')
    await expectNoOverflow(page)
  })
}

test('the page finds what the drawer finds, in the same order', async ({ page, request }) => {
  for (const query of ['rolex', 'ring gold', '116610', 'saphir']) {
    // Between the two answers another journey may put a ring on sale, or buy it.
    await expect(async () => {
      const answer = await request.get(`/api/search?query=${encodeURIComponent(`${query} `)}`)
      const { items } = (await answer.json()) as { items: { id: string }[] }
      expect(items.length).toBeGreaterThan(0)
      await page.goto(`/de/suche?query=${encodeURIComponent(query)}`)
      const hrefs = await page
        .locator('main .cards .card')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('href') ?? ''))
      const ids = hrefs.map((href) => href.split('/').at(-1))
      expect(ids.slice(0, items.length), query).toEqual(items.map(({ id }) => id))
    }).toPass({ timeout: 60_000 })
  }
})

test('whatever is asked is only ever text', async ({ page }) => {
  const query = '<script>document.title="x"</script>"\'%_\\'
  await page.goto(`/en/search?query=${encodeURIComponent(query)}`)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(query)
  expect(await page.title()).toContain('<script>')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a search from the header is answered by the page', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/en')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('main').getByRole('searchbox').fill('speedmaster')
    await page.getByRole('main').getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/en/search?query=speedmaster')
    await page.locator('main .card').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Speedmaster')
  })
})
