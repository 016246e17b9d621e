/** Does what nobody is to wait for once the browser has nothing else to do, `within` so many ms at the latest. */
export function whenIdle(work: () => void, within = 4000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: within })
  else setTimeout(work, Math.min(within, 1000))
}
