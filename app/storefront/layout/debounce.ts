// Written here: es-toolkit's own looks at its longest wait only when it is called again.

/**
 * Runs `run` with what it was last called with: `wait` ms after the last call, and `longest` ms after the first that it
 * has not run for at the latest. A timer for each, so that no clock is read.
 */
export function debounce<Given>(run: (given: Given) => void, wait: number, longest: number) {
  let quiet: ReturnType<typeof setTimeout> | undefined
  let latest: ReturnType<typeof setTimeout> | undefined
  let pending: (() => void) | null = null

  function cancel(): void {
    clearTimeout(quiet)
    clearTimeout(latest)
    pending = null
  }

  function fire(): void {
    const due = pending
    cancel()
    due?.()
  }

  return {
    cancel,
    isPending: () => pending !== null,
    call(given: Given): void {
      if (pending === null) latest = setTimeout(fire, longest)
      pending = () => run(given)
      clearTimeout(quiet)
      quiet = setTimeout(fire, wait)
    },
  }
}
