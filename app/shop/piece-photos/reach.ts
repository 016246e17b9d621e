import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Whether a phone in the same network can open the shop; `problem` names the setting that stands against it. */
export type Reach = {
  /** Where a phone opens the shop. */
  origin: string
  problem: 'site-url' | 'host' | null
  port: number
  /** Addresses of this machine in its networks. */
  addresses: string[]
}

const isLoopback = (host: string) =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host.toLowerCase())

/**
 * Whether phones reach the shop by its address. One that listens on this machine alone is reached through a proxy, if
 * `TRUST_PROXY` says that there is one.
 */
export function phoneReach(
  {
    HOST,
    PORT,
    SITE_URL,
    TRUST_PROXY,
  }: { HOST: string; PORT: number; SITE_URL: string; TRUST_PROXY: boolean },
  addresses: readonly string[] = ownAddresses(),
): Reach {
  const { origin, hostname } = new URL(SITE_URL)
  const problem = isLoopback(hostname) ? 'site-url' : isLoopback(HOST) && !TRUST_PROXY ? 'host' : null
  return { origin, problem, port: PORT, addresses: [...addresses] }
}

/**
 * Whether customers' phones reach the shop by its address, wherever they are: what is printed for them leads nowhere if it
 * names this machine, or one in a network of its own.
 */
export function reachesCustomers(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname.toLowerCase()
  if (isLoopback(host)) return false
  if (isIPv4(host)) return !isPrivate(host) && !/^(0\.|169\.254\.)/.test(host)
  if (host.startsWith('[')) return !/^\[(::\]|f[cd]|fe[89ab])/.test(host)
  return host.includes('.') && !/\.(local|lan|internal|home\.arpa)$/.test(host)
}

/** IPv4 addresses that others in the network may know, those of private networks first. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address)
    .sort((a, b) => Number(isPrivate(b)) - Number(isPrivate(a)))
}

const isPrivate = (address: string) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
