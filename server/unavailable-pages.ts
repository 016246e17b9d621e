import { createContext, type ServerBuild } from 'react-router'
import { appContext, failedContext } from '#app/app-context.ts'
import { sentForm } from '#app/forms/read-form.ts'
import { isStorageFull, StorageUnavailable } from '#app/platform/files.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { unavailable } from '#app/storefront/error-answers.ts'

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']
type Work = NonNullable<Module['loader']>

/** The form that a page was asked with, also for what is loaded after it was dealt with. */
const formContext = createContext<Request | null>(null)

const known = new WeakMap<ServerBuild, ServerBuild>()

/**
 * The pages of a build, saying 503 while a part they need does not answer. The router hides every error from its pages,
 * lest one tells a secret; only an answer reaches them. What has no page (files, interfaces) stays as it is. A redirect
 * that failed is told by the innermost route of the address, so that the layout around it stands.
 */
export function pagesSayUnavailable(build: ServerBuild): ServerBuild {
  const made = known.get(build) ?? { ...build, routes: withAnswers(build.routes) }
  known.set(build, made)
  return made
}

function withAnswers(routes: Routes): Routes {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route]
      const told = (work: Work) => tellingStorage(parents.has(id) ? work : tellingFailure(work))
      const answered = (work: Work) => (route.module.default ? answering(told(work)) : told(work))
      const { loader, action } = route.module
      const module = {
        ...route.module,
        ...(loader && { loader: answered(loader) }),
        ...(action && { action: answered(action) }),
      }
      return [id, { ...route, module }]
    }),
  )
}

/** A full disk is a part that does not answer now, wherever a request meets it. */
function tellingStorage(work: Work): Work {
  return async (given) => {
    try {
      return await work(given)
    } catch (error) {
      throw isStorageFull(error) ? new StorageUnavailable({ cause: error }) : error
    }
  }
}

function tellingFailure(work: Work): Work {
  return (given) => {
    const failure = given.context.get(failedContext)
    if (failure !== null) throw failure
    return work(given)
  }
}

function answering(work: Work): Work {
  return async (given) => {
    if (given.request.method === 'POST') given.context.set(formContext, given.request)
    try {
      return await work(given)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      const form = given.context.get(formContext)
      logFailure(
        given.context.get(appContext).log,
        { err: error, url: given.request.url },
        'a request failed',
      )
      throw unavailable(error, form && (await sentForm(form)))
    }
  }
}
