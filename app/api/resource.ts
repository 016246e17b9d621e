import type { RouterContextProvider } from 'react-router'

/** What a resource route's loader is given, with the names of its path's parameters. */
export type ResourceArgs<Name extends string> = {
  request: Request
  params: Record<Name, string>
  context: Readonly<RouterContextProvider>
}
