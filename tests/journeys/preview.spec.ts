import type { FrameLocator, Page } from '@playwright/test'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { tabTo } from './focus.ts'
import { signedIn } from './office.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'

const story = 'battery-notice'

// One after the other: what one test saves as a draft, the others would be shown.
test.describe.configure({ mode: 'default' })

/** Opens the preview of the battery notice, or of another story, at our own origin, or at the other one that the shop knows. */
async function openPreview(
  page: Page,
  locale: Locale,
  origin: 'same' | 'other',
  slug: string = story,
): Promise<FrameLocator> {
  const listed = await page.request.get(`/content/v2/cdn/stories/${slug}?token=rheingold-public`)
  const { id } = (await listed.json()).story
  const url = new URL(`/office/preview/${id}?language=${locale}`, listed.url())
  if (origin === 'other') url.hostname = '127.0.0.1'
  await signedIn(page.context(), url.origin, { role: 'editor', locale })
  await page.goto(url.href)
  await expect(
    page.getByText(locale === 'de' ? 'Verbunden mit der Seite.' : 'Connected to the page.'),
  ).toBeVisible()
  return page.frameLocator('#previewed-page')
}

/** The text of the page's title block: the story's own title comes before it. */
const titleField = (page: Page) => page.getByRole('textbox', { name: /: (Titel|Title)$/ }).nth(1)

for (const { locale, origin } of [
  { locale: 'de', origin: 'same' },
  { locale: 'en', origin: 'other' },
] as const) {
  test(`what an editor of the ${origin} origin writes shows at once, in ${locale}`, async ({ page }) => {
    const site = await openPreview(page, locale, origin)
    const heading = site.locator('h1')
    await expect(heading).toBeVisible()
    const before = (await heading.textContent()) ?? ''

    await titleField(page).fill('Neue Zellen, new cells')
    await expect(heading).toHaveText('Neue Zellen, new cells')

    await heading.click()
    const block = await titleField(page).getAttribute('data-block')
    await expect(page.locator('[data-block]:focus')).toHaveAttribute('data-block', block ?? '')

    const visited = await page.request.get(pathTo(locale, story))
    expect(await visited.text()).toContain(before)
    expect(await visited.text()).not.toContain('Neue Zellen')
  })
}

for (const { slug, locale, field } of [
  { slug: 'index', locale: 'en', field: /^Main page title: Title$/ },
  { slug: 'knowledge/punzen-lesen', locale: 'en', field: /^Article: Title$/ },
] as const) {
  test(`the first key already shows, on ${slug} as well`, async ({ page }) => {
    const site = await openPreview(page, locale, 'same', slug)
    await page.getByRole('textbox', { name: field }).fill('Just being written')
    await expect(site.locator('h1')).toHaveText('Just being written')
  })
}

test('whoever comes to the shown page by keyboard sees that they are there', async ({ page }) => {
  await openPreview(page, 'de', 'same')
  await page.getByRole('textbox').last().focus()
  await tabTo(page, page.locator('#previewed-page'))
})

test('what cannot be shown is said, and the page stays as it was', async ({ page }) => {
  const site = await openPreview(page, 'de', 'same')
  await page.getByRole('textbox', { name: 'Seite: Titel' }).fill('x'.repeat(161))
  await expect(
    site.getByRole('status').filter({ hasText: 'So lässt sich die Seite nicht zeigen: title' }),
  ).toBeVisible()
  await expect(site.locator('h1')).toHaveText('Batteriehinweise')
})

test('a saved draft shows in the preview and nowhere else until it is published', async ({ page }) => {
  const site = await openPreview(page, 'en', 'same')
  const heading = site.locator('h1')
  const path = pathTo('en', story)
  const publicTitle = async () => /<h1[^>]*>([^<]*)</.exec(await (await page.request.get(path)).text())?.[1]
  await titleField(page).fill('Old cells')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft has been saved.')).toBeVisible()
  await expect(heading).toHaveText('Old cells')
  expect(await publicTitle()).toBe('Battery notice')

  await titleField(page).fill('Battery notice, once more')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(publicTitle).toBe('Battery notice, once more')
  await titleField(page).fill('Battery notice')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(publicTitle).toBe('Battery notice')
})

test('two who write the same text see both, and what was typed outlives a reload', async ({
  page,
  browser,
  baseURL,
}) => {
  await openPreview(page, 'en', 'same')
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const others = await elsewhere.newPage()
  await openPreview(others, 'en', 'same')
  await titleField(page).fill('Mine')
  await page.reload()
  await expect(titleField(page)).toHaveValue('Mine')

  await titleField(others).fill('Theirs')
  await others.getByRole('button', { name: 'Save draft' }).click()
  await expect(others.getByText('The draft has been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Two people have written the same texts' })
  await expect(conflict).toContainText('Theirs')
  await expect(conflict).toContainText('Mine')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toHaveCount(0)
  await titleField(page).fill('Battery notice')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The page has been published.')).toBeVisible()
  await elsewhere.close()
})

test('messages from elsewhere than the editor change nothing', async ({ page }) => {
  const site = await openPreview(page, 'de', 'other')
  const heading = site.locator('h1')
  await expect(heading).toHaveText('Batteriehinweise')
  const frame = page.frames().find((each) => each.url().includes('_storyblok='))
  await frame?.evaluate(() => {
    const id = Number(new URLSearchParams(location.search).get('_storyblok'))
    const content = { component: 'page', _uid: 'x', title: 'Übernommen', body: [] }
    // Not from the embedding window; and claiming the editor's origin from another window helps as little.
    window.postMessage({ action: 'input', story: { id, content } }, '*')
    window.postMessage({ action: 'change', reload: true, storyId: id }, '*')
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { action: 'input', story: { id, content } },
        origin: 'https://elsewhere.example',
        source: window.parent,
      }),
    )
  })
  await titleField(page).fill('Danach')
  await expect(heading).toHaveText('Danach')
  await expect(site.getByText('Übernommen')).toHaveCount(0)
})

test('links keep the preview, and the public pages do not load its script', async ({ page }) => {
  const site = await openPreview(page, 'de', 'same')
  await site.getByRole('link', { name: 'Impressum' }).first().click()
  await expect(site.locator('h1')).toHaveText('Impressum')
  const frame = page.frames().find((each) => each.url().includes('/de/impressum'))
  expect(frame?.url()).toContain('_storyblok_tk')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(pathTo('de', story))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true')
  expect(scripts.filter((url) => url.includes('LivePage'))).toEqual([])
})

test('the list leads to the preview, after signing in to the page that was asked for', async ({
  page,
  baseURL,
}) => {
  const opened = await page.goto('/office/preview')
  expect(opened?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(opened?.headers()['content-security-policy']).toContain(
    `frame-src 'self' ${new URL(baseURL ?? '').origin};`,
  )
  await expect(page.getByRole('textbox', { name: /E-Mail/ })).toBeVisible()
  await expect(page).toHaveURL(/\/office\/preview$/)
  await signedIn(page.context(), baseURL, { role: 'editor', locale: 'de' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Seiten' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: 'Impressum, Vorschau: English' }).click()
  await expect(page).toHaveURL(/\/office\/preview\/\d+\?language=en$/)
  await expect(page.getByText('Verbunden mit der Seite.')).toBeVisible()
  await page.getByRole('link', { name: 'Deutsch', exact: true }).click()
  await expect(page.frameLocator('#previewed-page').locator('h1')).toHaveText('Impressum')
  await expect(page.getByText('Verbunden mit der Seite.')).toBeVisible()
})

test('the English office calls a page by its English title, whichever language it is shown in', async ({
  page,
  baseURL,
}) => {
  await signedIn(page.context(), baseURL, { role: 'editor', locale: 'en' })
  await page.goto('/office/preview')
  await page.getByRole('link', { name: 'Frequently asked questions, preview: Deutsch' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Frequently asked questions', exact: true }),
  ).toBeVisible()
})
