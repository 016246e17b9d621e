import { useEffect, useState } from 'react'

/** Only where a script can print; without one the browser's own menu does. */
export function PrintButton({ label }: { label: string }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!hydrated) return null
  return (
    <button type="button" className="link min-h-11 text-ink print:hidden" onClick={() => window.print()}>
      {label}
    </button>
  )
}
