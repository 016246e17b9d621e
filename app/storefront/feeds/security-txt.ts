import { appContext } from '#app/app-context.ts'
import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerChangesAt } from '#app/platform/answer-record.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { Route } from './+types/security-txt.ts'

const day = 86_400_000

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a hole, valid for half a year from the day it is read. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(appContext)
  const { contact } = await currentSettings(db)
  const today = Math.floor(now().getTime() / day) * day
  const expires = new Date(today + 180 * day)
  answerChangesAt(today + day)
  const lines = [
    `Contact: mailto:${contact.email}`,
    ...locales.map((locale) => `Contact: ${env.SITE_URL}${pathTo(locale, 'contact')}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${env.SITE_URL}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
}
