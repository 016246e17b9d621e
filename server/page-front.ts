import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { languageCookie, localeFromCookies, negotiateLocale } from '#app/language/negotiate.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import type { Env } from '#app/platform/env.ts'
import { type KeptAnswer, sendAnswer } from './kept-answer.ts'
import { type PageAddress, pageAddress } from './page-address.ts'
import { type Asking, type PageCache, TooLarge } from './page-cache.ts'

/** Answers a request, or has `otherwise` do it. */
export type Front = (asked: IncomingMessage, answer: ServerResponse, otherwise: () => void) => void

/**
 * What stands in front of everything else: gives what is kept, as fast as a file, and has the rest made. Before it
 * gives an answer that it cannot vouch for, it asks the database what has changed; while that does not answer, what is
 * kept is given on.
 */
export function pageFront(options: {
  cache: PageCache
  changes: Pick<Changes, 'isCurrent' | 'confirm'>
  env: Pick<Env, 'SITE_URL' | 'TRUST_PROXY' | 'DEFAULT_LOCALE'>
}): Front {
  const { cache, changes, env } = options

  return (asked, answer, otherwise) => {
    const { method, url = '' } = asked
    if (method !== 'GET' && method !== 'HEAD') return otherwise()
    // The address as it is, for most are asked for as they are kept.
    const kept = changes.isCurrent ? cache.get(url) : undefined
    if (kept) return send(kept, asked, answer)
    const address = addressOf(asked, url)
    if (address === null) return otherwise()
    answerAddress(address, isbot(asked.headers['user-agent']) ? 'robot' : 'visitor').then(
      (found) => {
        if (answer.destroyed) return
        if (found === null || isOfRequest(found, asked, address)) otherwise()
        else send(found, asked, answer, address)
      },
      // What is wrong is told by whoever answers instead.
      () => answer.destroyed || otherwise(),
    )
  }

  async function answerAddress(address: PageAddress, by: Asking): Promise<KeptAnswer | null> {
    // Without its database nothing new can be made: then that is given which was true when it was last seen.
    if (!changes.isCurrent && !(await changes.confirm())) return cache.get(address.key) ?? null
    try {
      return await cache.answer(address, by)
    } catch (error) {
      if (error instanceof TooLarge) return null
      throw error
    }
  }

  /** Searches from a page of no language are answered in the visitor's. */
  function addressOf({ headers }: IncomingMessage, url: string): PageAddress | null {
    const address = pageAddress(url)
    if (
      address === null ||
      !address.key.startsWith('/api/search?') ||
      /[?&]locale=(?:de|en)\b/.test(address.key)
    )
      return address
    const { cookie = '', 'accept-language': languages = '' } = headers
    const locale = negotiateLocale(new Headers({ cookie, 'accept-language': languages }), env.DEFAULT_LOCALE)
    return { ...address, key: `${address.key.replace(/&?locale=[^&]*/g, '')}&locale=${locale}`, exact: false }
  }

  function send(
    found: KeptAnswer,
    asked: IncomingMessage,
    answer: ServerResponse,
    address?: PageAddress,
  ): void {
    sendAnswer(found, asked, answer, ofRequest(found, asked, address))
  }

  /** What is said to this visitor alone: that the connection is to stay encrypted, and the language that was chosen. */
  function ofRequest(
    { locale, status }: KeptAnswer,
    { headers }: IncomingMessage,
    address?: PageAddress,
  ): readonly string[] {
    const { cookie } = headers
    const https = isSecure(headers)
    const chosen = locale !== null && cookie !== undefined && saysElse(cookie, locale)
    const unnamed = address?.key.startsWith('/api/search?') === true && !address.exact
    if (!https && !chosen && !unnamed) return nothing
    return [
      ...(https ? ['strict-transport-security', 'max-age=63072000; includeSubDomains'] : []),
      ...(chosen ? ['set-cookie', languageCookie(locale) + (https ? '; Secure' : '')] : []),
      ...((chosen || unnamed) && status === 200 ? ['cache-control', 'private, no-cache'] : []),
    ]
  }

  function isSecure(headers: IncomingMessage['headers']): boolean {
    if (env.SITE_URL.startsWith('https:')) return true
    if (!env.TRUST_PROXY) return false
    return (
      String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
        .toLowerCase() === 'https'
    )
  }
}

const nothing: readonly string[] = []

/** Redirects take the whole query along, and robots are shown no error page. */
function isOfRequest({ status }: KeptAnswer, { headers }: IncomingMessage, { exact }: PageAddress): boolean {
  if (status >= 300 && status < 400) return !exact
  return status >= 400 && isbot(headers['user-agent'])
}

/** Whether a visitor had chosen another language than that of the page he has come to. */
function saysElse(cookies: string, locale: string): boolean {
  if (!cookies.includes('i18n_redirected=') || cookies.includes(`i18n_redirected=${locale}`)) return false
  const said = localeFromCookies(cookies)
  return said !== null && said !== locale
}
