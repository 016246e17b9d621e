import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/**
 * A page that the browser brings back out of its memory is as old as it was left: all that it shows is asked for anew.
 * A component of its own, for it is drawn again with every step of the router.
 */
export function Restored() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void revalidate()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [revalidate])
  return null
}
