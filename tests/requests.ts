import { RouterContextProvider } from 'react-router'
import { type App, appContext } from '#app/app-context.ts'

/** The context in which a route answers: of the shop, only what it asks for; by the real clock unless one is given. */
export function contextOf(app: Partial<App>): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(appContext, { now: () => new Date(), ...app } as App)
  return context
}

/** A form as a browser sends it; a field with several values comes several times. */
export function formOf(fields: Record<string, string | readonly string[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, each)
  return form
}
