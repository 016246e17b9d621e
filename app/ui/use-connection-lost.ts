import { useSyncExternalStore } from 'react'
import { connection, connectionChanged } from './connection.ts'

function subscribe(onChange: () => void): () => void {
  window.addEventListener(connectionChanged, onChange)
  return () => window.removeEventListener(connectionChanged, onChange)
}

/** Whether something that was sent did not arrive; what seems to be on its way then is not. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => connection.lost,
    () => false,
  )
}
