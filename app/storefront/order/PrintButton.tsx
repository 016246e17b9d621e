import { useEffect, useState } from 'react'

/** Only where a script can print; without one the browser's own menu does. */
export function PrintButton({ label }: { label: string }) {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (!alive) return null
  return (
    <button type="button" className="link min-h-11 text-ink print:hidden" onClick={() => window.print()}>
      {label}
    </button>
  )
}
