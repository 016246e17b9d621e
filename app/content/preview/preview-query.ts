import { createHash, timingSafeEqual } from 'node:crypto'
import { contentLocale, type Locale } from '#app/language/locales.ts'

/** What a visual editor adds to the address of the page it shows (Storyblok's protocol). */
export type PreviewRequest = {
  /** The story that is edited. */
  storyId: number
  /** The language that is edited; null when the editor does not say. */
  language: Locale | null
}

/** The space whose drafts are shown, and the secret that its editor's addresses are signed with. */
export type PreviewKey = { spaceId: string; token: string }

/** A signature counts for an hour. Seconds. */
const validFor = 3600

/** Content is written in German: the service's default language. */
const languages: Record<string, Locale> = { default: contentLocale, de: 'de', en: 'en' }

/** Whether an address carries an editor's parameters at all, valid or not. */
export function asksForPreview(query: URLSearchParams): boolean {
  return query.has('_storyblok')
}

/**
 * The editor's parameters if their signature is right: made for this space with its preview token, at most an hour
 * ago and not in the future. Null for everything else, which is then an ordinary request.
 */
export function readPreviewQuery(query: URLSearchParams, key: PreviewKey, now: Date): PreviewRequest | null {
  const storyId = query.get('_storyblok') ?? ''
  const part = (name: string) => query.get(`_storyblok_tk[${name}]`) ?? ''
  const timestamp = part('timestamp')
  if (!/^\d{1,15}$/.test(storyId) || !/^\d{1,12}$/.test(timestamp) || part('space_id') !== key.spaceId)
    return null
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (age < 0 || age > validFor || !isSame(part('token'), signatureOf(key, timestamp))) return null
  return { storyId: Number(storyId), language: languages[query.get('_storyblok_lang') ?? ''] ?? null }
}

/** The parameters that an editor puts on the address of a story's page. */
export function writePreviewQuery(
  { storyId, language }: { storyId: number; language: Locale },
  key: PreviewKey,
  now: Date,
): URLSearchParams {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return new URLSearchParams({
    _storyblok: String(storyId),
    _storyblok_c: 'page',
    _storyblok_version: '',
    _storyblok_lang: language === contentLocale ? 'default' : language,
    '_storyblok_tk[space_id]': key.spaceId,
    '_storyblok_tk[timestamp]': timestamp,
    '_storyblok_tk[token]': signatureOf(key, timestamp),
  })
}

const signatureOf = ({ spaceId, token }: PreviewKey, timestamp: string) =>
  createHash('sha1').update(`${spaceId}:${token}:${timestamp}`).digest('hex')

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
