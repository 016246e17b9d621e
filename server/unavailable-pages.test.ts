import { RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type App, appContext } from '#app/app-context.ts'
import { readForm, sentForm } from '#app/forms/read-form.ts'
import { DatabaseUnavailable, isAway } from '#app/platform/database/database-unavailable.ts'
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

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a disk that takes nothing (%s) is 503, of pages and interfaces',
  async (code) => {
    const context = new RouterContextProvider()
    context.set(appContext, { log: { error: vi.fn() } } as unknown as App)
    const full = () => Promise.reject(Object.assign(new Error('write'), { code }))
    const routes = pagesSayUnavailable({
      routes: { page: { module: { default: () => null, action: full } }, file: { module: { action: full } } },
    } as unknown as ServerBuild).routes
    const given = { context, request: new Request('http://localhost/de') } as never
    const page = await Promise.resolve(routes.page?.module.action?.(given)).catch((answer: unknown) => answer)
    expect(page).toMatchObject({ init: { status: 503, headers: { 'retry-after': '60' } } })
    const file = await Promise.resolve(routes.file?.module.action?.(given)).catch((answer: unknown) => answer)
    expect(file).toMatchObject({ status: 503, retryAfter: 60 })
  },
)

const form = 'name=Anna&line=1&line='

test.each<[string, (given: { request: Request }) => Promise<unknown>]>([
  ['was read', async ({ request }) => await readForm(request)],
  ['was not read yet', async () => null],
])('a form that %s when the database went is given back with its refusal', async (_, read) => {
  const context = new RouterContextProvider()
  context.set(appContext, { log: { error: vi.fn() } } as unknown as App)
  const away = () => Promise.reject(new DatabaseUnavailable())
  const action = async (given: { request: Request }) => {
    await read(given)
    throw new DatabaseUnavailable()
  }
  const { routes } = pagesSayUnavailable({
    routes: { page: { module: { default: () => null, action, loader: away } } },
  } as unknown as ServerBuild)
  const thrownFor = (work: 'action' | 'loader', request: Request) =>
    Promise.resolve(routes.page?.module[work]?.({ context, request } as never)).catch(
      (answer: unknown) => answer,
    )
  const post = (body: BodyInit) =>
    new Request('http://localhost/de/kontakt.data?piece=7', { method: 'POST', body })
  const fields = [
    ['name', 'Anna'],
    ['line', '1'],
    ['line', ''],
  ]
  const sent = { action: '/de/kontakt?piece=7', fields, withFiles: false }
  expect(await thrownFor('action', post(new URLSearchParams(form)))).toMatchObject({
    init: { status: 503 },
    data: { sent },
  })
  const withPhoto = new FormData()
  for (const [name, value] of fields) withPhoto.append(name as string, value as string)
  withPhoto.append('photos', new File(['x'], 'x.jpg'))
  expect(await thrownFor('action', post(withPhoto))).toMatchObject({
    data: { sent: { ...sent, withFiles: true } },
  })
  // The form was dealt with, and the page around its answer failed.
  const { routes: answered } = pagesSayUnavailable({
    routes: {
      page: {
        module: {
          default: () => null,
          action: async ({ request }: { request: Request }) => readForm(request),
        },
      },
      layout: { module: { default: () => null, loader: away } },
    },
  } as unknown as ServerBuild)
  await answered.page?.module.action?.({ context, request: post(new URLSearchParams(form)) } as never)
  const around = { context, request: new Request('http://localhost/de/kontakt?piece=7') } as never
  const failed = await Promise.resolve(answered.layout?.module.loader?.(around)).catch(
    (answer: unknown) => answer,
  )
  expect(failed).toMatchObject({ init: { status: 503 }, data: { sent } })
  const other = new RouterContextProvider()
  other.set(appContext, { log: { error: vi.fn() } } as unknown as App)
  const reads = { context: other, request: new Request('http://localhost/de') } as never
  const asked = (await Promise.resolve(routes.page?.module.loader?.(reads)).catch(
    (answer: unknown) => answer,
  )) as {
    data: object
  }
  expect(asked.data).not.toHaveProperty('sent')
})

test('what is no form, or one that is too long, is refused without it', async () => {
  for (const body of ['not a form', new URLSearchParams({ text: 'x'.repeat(300_000) })])
    expect(await sentForm(new Request('http://localhost/de', { method: 'POST', body }))).toBeNull()
})

test.each(['53100', '25006'])('a database that takes nothing (%s) is one that does not answer', (code) => {
  expect(isAway(Object.assign(new Error('could not extend file'), { code }))).toBe(true)
})
