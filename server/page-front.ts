import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { Locale } from '#app/language/locales.ts'
import { languageCookie, localeFromCookies, negotiateLocale } from '#app/language/negotiate.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import type { Env } from '#app/platform/env.ts'
import { requestIdName, withRequestId } from '#app/platform/request-id.ts'
import { encodingFor } from './accepted-encoding.ts'
import { isShared, isStoredByNobody, type KeptAnswer, sendAnswer } from './kept-answer.ts'
import { inLanguage, type PageAddress, pageAddress } from './page-address.ts'
import { type PageCache, TooLarge } from './page-cache.ts'
import { plainHeads } from './security-headers.ts'

/** Of each process: addresses, and their characters together. */
const mostMeanings = { max: 2_000, maxSize: 1_000_000 }

/** Answers a request under its id, or has `otherwise` do it. */
export type Front = (
  asked: IncomingMessage,
  answer: ServerResponse,
  otherwise: () => void,
  id?: string,
) => void

/**
 * What stands in front of everything else: gives what is kept, as fast as a file, and has the rest made. Before it
 * gives an answer that it cannot vouch for, it asks the database what has changed; while that does not answer, what is
 * kept is given on.
 */
export function pageFront(options: {
  cache: PageCache
  changes: Pick<Changes, 'isCurrent' | 'heardUntil' | 'confirm'>
  env: Pick<Env, 'SITE_URL' | 'TRUST_PROXY' | 'DEFAULT_LOCALE'>
}): Front {
  const { cache, changes, env } = options
  /** The pages themselves say that the connection is to stay encrypted. */
  const isAlwaysSecure = env.SITE_URL.startsWith('https:')
  /** What addresses mean that are not written as they are kept: working it out costs as much as the answer. */
  const meanings = new LRUCache<string, PageAddress>({
    ...mostMeanings,
    sizeCalculation: ({ key }, url) => key.length + url.length,
  })

  return (asked, answer, otherwise, id = '') => {
    const { method, url = '', headers } = asked
    if (method !== 'GET' && method !== 'HEAD') return otherwise()
    const { isCurrent } = changes
    if (headers.purpose !== undefined && headers['save-data'] === 'on' && isData(url))
      return void answer
        .writeHead(204, { ...plainHeads, [requestIdName]: id, 'cache-control': 'no-store' })
        .end()
    // The address as it is, for most are asked for as they are kept.
    const kept = isCurrent ? cache.get(url) : undefined
    if (kept) return send(kept, asked, answer, id)
    const meant = meanings.get(url) ?? pageAddress(url)
    if (meant === null) return otherwise()
    const address = meant.isInVisitorsLanguage ? inLanguage(meant, languageOf(asked)) : meant
    const same = isCurrent && address.key !== url ? cache.get(address.key) : undefined
    if (same) {
      // Only of what is kept: there are more addresses than anybody could remember.
      meanings.set(url, meant)
      return send(same, asked, answer, id, address)
    }
    const gone = new AbortController()
    const leave = () => gone.abort()
    answer.once('close', leave)
    withRequestId(id, () => answerAddress(address, headers, gone.signal)).then(
      (found) => {
        answer.off('close', leave)
        if (answer.destroyed) return
        if (found === null || isOfRequest(found.answer, asked, address)) otherwise()
        else if (found.madeAt === null) send(found.answer, asked, answer, id, address)
        else sendStale(found.answer, found.madeAt, asked, answer, id, address)
      },
      // What is wrong is told by whoever answers instead.
      () => answer.destroyed || otherwise(),
    )
  }

  async function answerAddress(
    address: PageAddress,
    headers: IncomingMessage['headers'],
    gone: AbortSignal,
  ): Promise<{ answer: KeptAnswer; madeAt: number | null } | null> {
    // Without its database nothing new can be made: then that is given which was true when it was last seen.
    if (!changes.isCurrent && !(await changes.confirm())) return cache.lastKnown(address.key) ?? null
    // Nobody waits yet for what a browser fetches when somebody comes near a link.
    const nobodyWaits = headers.purpose === 'prefetch' || isbot(headers['user-agent'])
    const by = nobodyWaits ? 'robot' : 'visitor'
    try {
      const answer = await cache.answer(address, by, encodingFor(headers['accept-encoding']), gone)
      return { answer, madeAt: null }
    } catch (error) {
      if (error instanceof TooLarge) return null
      throw error
    }
  }

  /** Of an answer whose address names none. */
  function languageOf({ headers }: IncomingMessage): Locale {
    return negotiateLocale({ get: (name) => String(headers[name] ?? '') || null }, env.DEFAULT_LOCALE)
  }

  function send(
    found: KeptAnswer,
    asked: IncomingMessage,
    answer: ServerResponse,
    id: string,
    address?: PageAddress,
  ): void {
    sendAnswer(found, asked, answer, ofRequest(found, asked, id, address))
  }

  /** What nobody can vouch for now says how old it may be (RFC 9111, 5.1; RFC 9211), and no cache on the way keeps it. */
  function sendStale(
    found: KeptAnswer,
    madeAt: number,
    asked: IncomingMessage,
    answer: ServerResponse,
    id: string,
    address: PageAddress,
  ): void {
    const own = ofRequest(found, asked, id, address)
    const age = Math.floor((performance.now() - Math.max(madeAt, changes.heardUntil)) / 1000)
    sendAnswer(found, asked, answer, [
      ...own,
      ...(own.includes('cache-control') || found.status !== 200
        ? []
        : ['cache-control', 'private, no-cache']),
      ...['age', String(age), 'cache-status', `shop; hit; ttl=${-age}; detail="database away"`],
    ])
  }

  /** What is said to this visitor alone: the id, that the connection is to stay encrypted, the language that was chosen. */
  function ofRequest(
    found: KeptAnswer,
    { headers }: IncomingMessage,
    id: string,
    address?: PageAddress,
  ): readonly string[] {
    const { locale, status } = found
    const { cookie } = headers
    const isMadeSecure = !isAlwaysSecure && env.TRUST_PROXY && cameSecurely(headers['x-forwarded-proto'])
    const chosen = locale !== null && cookie !== undefined && saysElse(cookie, locale)
    const unnamed = address?.isInVisitorsLanguage === true
    const named = [requestIdName, id]
    if (!isMadeSecure && !chosen && !unnamed) return named
    const isSecure = isAlwaysSecure || isMadeSecure
    return [
      ...named,
      ...(isMadeSecure ? ['strict-transport-security', 'max-age=63072000; includeSubDomains'] : []),
      ...(chosen ? ['set-cookie', languageCookie(locale) + (isSecure ? '; Secure' : '')] : []),
      ...((chosen && !isStoredByNobody(found)) || (unnamed && status === 200)
        ? ['cache-control', 'private, no-cache']
        : []),
    ]
  }
}

/** By what the proxy nearest to us says. */
function cameSecurely(said: string | string[] | undefined): boolean {
  return said !== undefined && String(said).split(',').at(-1)?.trim().toLowerCase() === 'https'
}

/** Whether the router asks for what a page is made of; `purpose` says that it does so ahead (`app/storefront/ahead`). */
const isData = (url: string) => /\.data(?:\?|$)/.test(url)

/** Redirects take the whole query along, or go by a cookie, and robots are shown no error page. */
function isOfRequest(answer: KeptAnswer, { headers }: IncomingMessage, { exact }: PageAddress): boolean {
  const { status } = answer
  // One that is not for everybody was made without this visitor's cookies.
  if (status >= 300 && status < 400) return !exact || (headers.cookie !== undefined && !isShared(answer))
  return status >= 400 && isbot(headers['user-agent'])
}

/** Whether a visitor had chosen another language than that of the page he has come to. */
function saysElse(cookies: string, locale: string): boolean {
  const said = localeFromCookies(cookies)
  return said !== null && said !== locale
}
