import { expect, test } from './shop.ts'

// The example names a set that nobody has.
test.use({ allowedConsole: /status of 404 .*\/api\/icons\/nowhere\.json/ })

test('an icon of a set comes with the page, one that is not known is asked for once and left out', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/de/bausteine?block=icon')).text()
  expect(html).toMatch(/<svg role="img" aria-label="Uhr" viewBox="0 0 24 24"/)
  const answered = page.waitForResponse((response) => response.url().includes('/api/icons/'))
  await page.goto('/de/bausteine?block=icon')
  const response = await answered
  expect(response.url()).toMatch(/\/api\/icons\/nowhere\.json\?icons=watch$/)
  expect(response.status()).toBe(404)
  await expect(page.getByRole('img', { name: 'Uhr' })).toBeVisible()
})

test('an icon that is only just named is fetched, and waited for 1500 ms at most', async ({ page }) => {
  await page.goto('/de/bausteine?block=icon')
  const set = await page.request.get('/api/icons/iconoir.json?icons=wristwatch')
  expect(Object.keys((await set.json()).icons)).toEqual(['wristwatch'])
  // An endpoint that does not answer: the client gives up by itself.
  const asked = Promise.withResolvers<number>()
  await page.route('**/api/icons/**', () => asked.resolve(Date.now()))
  await page.reload()
  const since = await asked.promise
  const failed = await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/icons/'))
  expect(failed.url()).toContain('nowhere.json')
  expect(Date.now() - since).toBeGreaterThan(1300)
  expect(Date.now() - since).toBeLessThan(4000)
})
