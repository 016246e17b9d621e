import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { clientKey, unknownClient } from '#app/platform/rate-limit.ts'
import { presentSecret, type Secret } from '#app/platform/secrets.ts'

/**
 * The address of the caller. Behind a proxy (`TRUST_PROXY`) it is the last one in `X-Forwarded-For`, which that proxy
 * has written itself, with or without a port; earlier ones are whatever the caller claimed.
 */
export function clientAddress(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded ? withoutPort(forwarded) : (getConnInfo(context).remote.address ?? 'unknown')
}

function withoutPort(address: string): string {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(address) ?? []
  return inBrackets ?? plain ?? address
}

/**
 * What limits count a caller by. What is no address, or one of this machine, says nothing about who calls: without
 * `TRUST_PROXY` it is anybody behind a proxy or on a socket, and all of them count as one client. With it, whoever comes
 * past the proxy is this machine itself, and null.
 */
export function clientPseudonym(address: string, secret: Secret, trustProxy: boolean): string | null {
  const isOwn = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address)
  if (isOwn && trustProxy) return null
  const known = isIP(address.replace(/%.*$/, '')) !== 0 && !isOwn
  return known ? clientKey(address, presentSecret(secret)) : unknownClient
}
