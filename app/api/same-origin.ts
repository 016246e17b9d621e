/** Whether a request comes from this site's own pages; programs that name no origin may go on. */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return true
  return (
    origin === new URL(siteUrl).origin || origin.replace(/^https?:\/\//, '') === new URL(request.url).host
  )
}
