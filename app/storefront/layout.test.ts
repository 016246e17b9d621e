import { createMemoryRouter, type ShouldRevalidateFunction } from 'react-router'
import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { pathTo } from '#app/language/route-table.ts'
import { readEnv } from '#app/platform/env.ts'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { until } from '#tests/within.ts'
import * as layout from './layout.tsx'
import type { ShellData } from './shell-data.ts'

const database = testDatabase()

test('banner and sell entry follow their flags while somebody browses', async () => {
  const app: Partial<App> = {
    env: readEnv({ DATA_DIR: '/tmp' }),
    db: database.db,
    payment: { payments: null } as App['payment'],
  }
  const { loader, shouldRevalidate } = layout as {
    loader: unknown
    shouldRevalidate?: ShouldRevalidateFunction
  }
  const router = createMemoryRouter(
    [
      {
        id: 'de',
        path: 'de/*',
        loader: ({ request }) =>
          (loader as (args: unknown) => Promise<ShellData>)({
            request,
            url: new URL(request.url),
            context: contextOf(app),
          }),
        ...(shouldRevalidate && { shouldRevalidate }),
      },
    ],
    { initialEntries: [pathTo('de', 'index')] },
  )
  router.initialize()
  await until(() => router.state.initialized)
  const shell = () => router.state.loaderData.de as ShellData
  expect(shell()).toMatchObject({ vacationMessage: null, sell: true })

  await saveSetting(database.db, 'vacation', { active: true, message: { de: 'Ferien', en: 'Holidays' } })
  await saveSetting(database.db, 'sell', { active: false })
  const pages = [pathTo('de', 'imprint'), pathTo('de', 'watches')]
  await until(async () => {
    await router.navigate(pages.reverse()[0] as string)
    return shell().vacationMessage === 'Ferien'
  })
  expect(shell().sell).toBe(false)
  router.dispose()
})
