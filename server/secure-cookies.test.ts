import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { readEnv } from '#app/platform/env.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'

const content = demoContent()
beforeAll(loadAllMessages)

async function cookies(settings: Record<string, string>, headers: Record<string, string> = {}) {
  const get = servedPages({ ...content.app, env: readEnv(settings) })
  const answers = await Promise.all(
    // Pages are the same for all but who had chosen another language.
    ['/', '/de/agb', '/nirgends', '/de/agb.data'].map((at) =>
      get(at, { cookie: 'i18n_redirected=en', ...headers }),
    ),
  )
  return answers.flatMap((answer) => answer.headers.getSetCookie())
}

test('over https every cookie is for https alone, the language’s too', async () => {
  const site = { SITE_URL: 'https://shop.example' }
  const proxied = { TRUST_PROXY: 'true' }
  for (const [settings, headers] of [
    [site, {}],
    [proxied, { 'x-forwarded-proto': 'https' }],
    [proxied, { 'x-forwarded-proto': 'http, https' }],
  ] as const) {
    const all = await cookies(settings, headers)
    expect(all).toHaveLength(4)
    for (const cookie of all) expect(cookie).toMatch(/^i18n_redirected=\w\w; .*SameSite=Lax; Secure$/)
  }
})

test('over http none is, whatever a caller claims', async () => {
  const all = [
    ...(await cookies({}, { 'x-forwarded-proto': 'https' })),
    ...(await cookies({ TRUST_PROXY: 'true' })),
    ...(await cookies({ TRUST_PROXY: 'true' }, { 'x-forwarded-proto': 'https, http' })),
  ]
  expect(all).toHaveLength(12)
  for (const cookie of all) expect(cookie).not.toContain('Secure')
})
