/** Pauses that end early when everything is to end. */
export function startPauses(): { pause(ms: number): Promise<void>; endAll(): void } {
  const wakers = new Set<() => void>()
  return {
    pause: (ms) =>
      new Promise((wake) => {
        const timer = setTimeout(done, ms)
        function done() {
          clearTimeout(timer)
          wakers.delete(done)
          wake()
        }
        wakers.add(done)
      }),
    endAll() {
      for (const wake of wakers) wake()
    },
  }
}
