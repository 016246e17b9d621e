import { useSyncExternalStore } from 'react'

/** Whether React is just taking over what the server drew; on the server too. */
export const useHydrating = () => useSyncExternalStore(never, no, yes)

const never = () => () => undefined
const yes = () => true
const no = () => false
