import { format } from 'node:util'
import type { Log } from './log.ts'

const levels = { error: 'error', warn: 'warn', info: 'info', log: 'info' } as const
type Name = keyof typeof levels

/**
 * Lets what libraries say on a console become lines of the log, with the request they are about: printed as it is, a fault
 * of the database brings the whole row along. What is returned puts the console back.
 */
export function logConsole(log: Log, target: Pick<Console, Name>): () => void {
  const { error, warn, info, log: plain } = target
  for (const name of Object.keys(levels) as Name[])
    target[name] = (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error)
      const text = format(...said.filter((each) => typeof each === 'string' || typeof each === 'number'))
      log[levels[name]](err === undefined ? {} : { err }, text || 'said on the console')
    }
  return () => void Object.assign(target, { error, warn, info, log: plain })
}
