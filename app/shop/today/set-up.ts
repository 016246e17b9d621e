import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query, texts } from '#app/platform/database/statement.ts'
import type { Env } from '#app/platform/env.ts'
import { placeholdersLeft } from '#app/shop/settings/placeholders.ts'
import { readSettings } from '#app/shop/settings/settings.ts'

/** What a shop lacks before it can sell, in the order in which it is done. */
export const setUpSteps = ['shop', 'bank', 'branches', 'pages', 'notices', 'mail', 'first-piece'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Of the environment: whether mails leave the machine, and whether the content is kept elsewhere. */
export type SetUpEnv = Pick<Env, 'SMTP_URL' | 'STORYBLOK_TOKEN'>

/** The steps that are left, each with the names of what it is about, where they are several. */
export async function setUpLeft(
  db: Database,
  env: SetUpEnv,
): Promise<{ step: SetUpStep; about: Bilingual[] }[]> {
  const [settings, placeholders, rows] = await Promise.all([
    readSettings(db),
    placeholdersLeft(db),
    // The beginning of the text of a page that nobody has written yet (db/start/stories).
    query(db, { de: texts, en: texts, everListed: bool })`
      with unwritten as (
        select name, position, nullif(published_content ->> 'title__i18n__en', '') as title from story
        where published_content::text ~ '"text": "(Platzhalter|Placeholder)\\."'
      )
      select array(select name from unwritten order by position, name) as de,
        array(select coalesce(title, name) from unwritten order by position, name) as en,
        exists (select from product where listed_at is not null) as "everListed"
    `,
  ])
  const { de = [], en = [], everListed = false } = rows[0] ?? {}
  const pages =
    env.STORYBLOK_TOKEN === undefined ? de.map((name, at) => ({ de: name, en: en[at] ?? name })) : []
  const notices = settings.notices.guarantee
  const left: Record<SetUpStep, boolean> = {
    shop: placeholders.some((key) => key !== 'bank'),
    bank: placeholders.includes('bank'),
    branches: settings.branches.length === 0,
    pages: pages.length > 0,
    notices: notices.de === null || notices.en === null,
    mail: env.SMTP_URL === undefined,
    'first-piece': !everListed,
  }
  return setUpSteps
    .filter((step) => left[step])
    .map((step) => ({ step, about: step === 'pages' ? pages : [] }))
}
