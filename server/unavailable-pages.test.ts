import { RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type App, appContext } from '#app/app-context.ts'
import { DatabaseUnavailable } from '#app/platform/database/database-unavailable.ts'
import { pagesSayUnavailable } from './unavailable-pages.ts'

test('a page without a database answers 503, and is no error that the router would hide', async () => {
  const error = vi.fn()
  const context = new RouterContextProvider()
  context.set(appContext, { log: { error } } as unknown as App)
  const fails = (problem: unknown) => () => Promise.reject(problem)
  const page = () => null
  const build = {
    routes: {
      page: { module: { default: page, loader: fails(new DatabaseUnavailable()) } },
      broken: { module: { default: page, action: fails(new TypeError('a bug')) } },
      file: { module: { loader: fails(new DatabaseUnavailable()) } },
    },
  } as unknown as ServerBuild
  const { routes } = pagesSayUnavailable(build)
  const given = { context, request: new Request('http://localhost/de') } as never
  const thrown = await Promise.resolve(routes.page?.module.loader?.(given)).catch((answer: unknown) => answer)
  expect(thrown).not.toBeInstanceOf(Error)
  expect(thrown).toMatchObject({ init: { status: 503 }, data: { message: 'Service Unavailable' } })
  expect(error).toHaveBeenCalledTimes(1)
  await expect(routes.broken?.module.action?.(given)).rejects.toThrow('a bug')
  await expect(routes.file?.module.loader?.(given)).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(pagesSayUnavailable(build)).toBe(pagesSayUnavailable(build))
})
