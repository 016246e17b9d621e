import type { Page } from '@playwright/test'

/** An event as the tracker sends it; `u` without its origin. */
type Sent = { n: string; u: string; p?: Record<string, string> }

/** What the tracker has sent so far, apart from how long pages were looked at. */
export async function listen(page: Page): Promise<Sent[]> {
  // The tracker does not count browsers that are driven by a program, unless they say that they want to be.
  await page.addInitScript(() => Object.assign(window, { __plausible: true }))
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/event')) return
    const event = request.postDataJSON() as Sent
    if (event.n !== 'engagement')
      sent.push({ ...event, u: new URL(event.u).pathname + new URL(event.u).search })
  })
  return sent
}

export const names = (sent: Sent[]) => sent.map(({ n, u }) => `${n} ${u}`)
