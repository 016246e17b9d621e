import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of the caller. Behind a proxy (`TRUST_PROXY`) it is the last one in `X-Forwarded-For`, which that proxy
 * has written itself; earlier ones are whatever the caller claimed.
 */
export function clientAddress(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (getConnInfo(context).remote.address ?? 'unknown')
}
