import { createContext, useContext } from 'react'

/** What the loaders of a page's blocks brought, by block key. */
export type LoadedBlocks = {
  values: Record<string, unknown>
  /** Blocks whose loader failed: they are left out. In preview, with the reason. */
  failed: Record<string, string | null>
}

export const nothingLoaded: LoadedBlocks = { values: {}, failed: {} }

export const LoadedContext = createContext<LoadedBlocks>(nothingLoaded)

export function useLoaded(): LoadedBlocks {
  return useContext(LoadedContext)
}
