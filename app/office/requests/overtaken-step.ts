import { createContext, useContext } from 'react'
import type { Shown } from '../frame/calls.ts'
import type { useRequestAct } from './use-request-act.ts'

/** A step that was not taken, because somebody else had taken one since the request was seen. */
export type Overtaken = {
  /** What was to be done, with what was typed, in words. */
  mine: string
  /** How the request was when it was seen. */
  before: Shown<'request'>['request']['status']
  /** Takes it all the same, at the step that the request is at by now. */
  again(acting: ReturnType<typeof useRequestAct>, version: number): Promise<{ ok: boolean } | null>
}

export const OvertakeContext = createContext<(overtaken: Overtaken) => void>(() => undefined)

/** Hands over a step that was overtaken to where both versions are shown. */
export const useOvertake = () => useContext(OvertakeContext)
