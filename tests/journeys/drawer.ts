import type { Page, Route } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { expect } from './shop.ts'

export const words = {
  de: {
    open: 'Suche öffnen',
    title: 'Suche',
    prompt: /Nicht gefunden/,
    retry: 'Noch einmal versuchen',
    all: 'Alle Treffer ansehen',
    firstOfAll: '1.030 Stücke gefunden, hier stehen die ersten 20',
    twenty: '20 Stücke gefunden',
  },
  en: {
    open: 'Open search',
    title: 'Search',
    prompt: /Cannot find/,
    retry: 'Try again',
    all: 'See all results',
    firstOfAll: '1,030 pieces found, the first 20 are shown here',
    twenty: '20 pieces found',
  },
} as const

export async function openDrawer(page: Page, locale: 'de' | 'en' = 'de') {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pathTo(locale, 'imprint'))
  await page.getByRole('button', { name: words[locale].open }).click()
  const drawer = page.getByRole('dialog', { name: words[locale].title })
  await expect(drawer).toBeVisible()
  return { drawer, input: drawer.getByRole('searchbox') }
}

/** What the page asks of the search; `answer` decides what it gets. */
export async function watchSearch(
  page: Page,
  answer: (route: Route, query: string) => Promise<void>,
): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/api/search?*', async (route) => {
    const query = new URL(route.request().url()).searchParams.get('query') ?? ''
    asked.push(query)
    await answer(route, query)
  })
  return asked
}

export const piece = (name: string) => ({
  id: '10482',
  brand: 'Rolex',
  name,
  price: 985_000,
  ringSize: null,
  status: 'available',
  thumbnailImageId: '',
  type: 'watch',
  slug: { de: 'x', en: 'x' },
})
