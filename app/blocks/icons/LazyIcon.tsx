import { _api, addAPIProvider, Icon } from '@iconify/react'

/** docs/product.md 14, ms: longer than this no icon is waited for. */
const timeLimit = 1500

const asked = new Set<string>()

// The client only stops waiting by itself; this ends the request too.
_api.setFetch((address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(timeLimit) }))

/**
 * An icon that was not known when the page was rendered, such as one whose name is just being typed: fetched from
 * our own endpoint, a few names at a time. Nothing is shown until it has come, or when there is none.
 */
export default function LazyIcon({
  name,
  label,
  apiUrl,
  className,
}: {
  name: string
  label?: string | undefined
  apiUrl: string
  className: string
}) {
  if (!asked.has(apiUrl)) {
    asked.add(apiUrl)
    addAPIProvider('', { resources: [apiUrl], path: '/icons/', timeout: timeLimit, rotate: 50 })
  }
  return label ? (
    <Icon icon={name} className={className} role="img" aria-label={label} aria-hidden={false} />
  ) : (
    <Icon icon={name} className={className} aria-hidden />
  )
}
