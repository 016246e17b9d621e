import { createContext } from 'react'

/** What the branches are called, by id. */
export const BranchNames = createContext<ReadonlyMap<string, string>>(new Map())
