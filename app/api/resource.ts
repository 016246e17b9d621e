import type { RouterContextProvider } from 'react-router'
import { readFormBody } from '#app/platform/form-body.ts'
import { FormFault } from '#app/platform/multipart.ts'

/** What a resource route's loader is given, with the names of its path's parameters. */
export type ResourceArgs<Name extends string> = {
  request: Request
  params: Record<Name, string>
  context: Readonly<RouterContextProvider>
}

/** The form a request carries; null for a body that is none or far too long. */
export async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await readFormBody(request)
  } catch (error) {
    if (!(error instanceof FormFault)) throw error
    return null
  }
}
