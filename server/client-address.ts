import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { clientKey } from '#app/platform/rate-limit.ts'
import { presentSecret, type Secret } from '#app/platform/secrets.ts'

/**
 * The address of the caller. Behind a proxy (`TRUST_PROXY`) it is the last one in `X-Forwarded-For`, which that proxy
 * has written itself; earlier ones are whatever the caller claimed.
 */
export function clientAddress(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (getConnInfo(context).remote.address ?? 'unknown')
}

/**
 * What limits count a caller by. An address of this machine says nothing about who calls: it is a proxy's in front of
 * a shop that was not told to trust it, and limiting it would limit everybody. Then null.
 */
export function clientPseudonym(address: string, secret: Secret): string | null {
  const isOwn = address === 'unknown' || address === '::1' || /^(::ffff:)?127\./.test(address)
  return isOwn ? null : clientKey(address, presentSecret(secret))
}
