import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { TodayCounts } from '#app/shop/today/needs.ts'
import { useMember } from '../frame/member.ts'
import { followCounts } from './counts-stream.ts'

const Counts = createContext<TodayCounts | null>(null)

/** What waits, as it changes; null until it is known. */
export function useLiveCounts(): TodayCounts | null {
  return useContext(Counts)
}

/** Hears of what waits as long as the office is open; a tab that nobody sees hears of it, too, for its title. */
export function LiveCounts({ children }: { children: ReactNode }) {
  const { id } = useMember()
  const [counts, setCounts] = useState<TodayCounts | null>(null)
  useEffect(() => followCounts(id, setCounts), [id])
  return <Counts value={counts}>{children}</Counts>
}
