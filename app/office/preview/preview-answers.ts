import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#app/app-context.ts'
import { textFieldsOf } from '#app/blocks/text-fields.ts'
import { textIn } from '#app/content/raw.ts'
import { publicPaths } from '#app/content/story-path.ts'
import type { Story } from '#app/content/story-shape.ts'
import { listDrafts } from '#app/content-service/drafts.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { contentLocale, isLocale, type Locale, locales } from '#app/language/locales.ts'
import { action, type SignedIn, screen } from '../answer.ts'
import { saveTexts } from './save-texts.ts'

type Listed = {
  id: number
  /** In the member's language where the page has a title in it. */
  name: string
  /** Null where the content is kept elsewhere. */
  draft: { state: 'published' | 'changed' | 'unpublished'; at: string } | null
  /** In which it has a page. */
  locales: Locale[]
}

/** Whether the shop keeps the content itself. */
const isKeptHere = ({ env }: App) => env.STORYBLOK_TOKEN === undefined

const withPage = (paths: Record<Locale, string | null>) => locales.filter((locale) => paths[locale] !== null)

async function pagesHere({ db }: App, language: Locale): Promise<Listed[]> {
  const stories = await listDrafts(db, { language })
  return stories.map(({ id, name, full_slug, updated_at, state, slugs, languages }) => ({
    id,
    name,
    draft: { state, at: updated_at.toISOString() },
    locales: withPage(
      publicPaths({
        full_slug,
        default_full_slug: full_slug,
        lang: null,
        translated_slugs: Object.entries(slugs).map(([lang, path]) => ({ lang, path })),
        content: { languages },
      }),
    ),
  }))
}

/** Only what is published can be listed of a space elsewhere. */
async function pagesElsewhere({ stories }: App, language: Locale): Promise<Listed[]> {
  const found = new Map<number, Listed>()
  for (const locale of locales)
    for (const { story, paths } of await stories.allLinks(locale)) {
      const { id } = story
      const known = found.get(id) ?? { id, name: story.name, draft: null, locales: withPage(paths) }
      found.set(id, locale === language ? { ...known, name: nameIn(language, story) } : known)
    }
  return [...found.values()]
}

/** Of a story as it is delivered in a language: names are of the language that content is written in. */
const nameIn = (language: Locale, { name, content }: Story) =>
  (language !== contentLocale && textIn(content.title).trim()) || name

const written = z.object({
  path: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(40),
  uid: z.string().max(200),
  from: z.string().max(100_000),
  value: z.string().max(10_000, 'too-long'),
})

const saving = z.object({
  story: z.int().positive(),
  /** Of the draft, as it was when the page was opened. */
  version: z.int().min(0),
  language: z.enum(locales),
  publish: z.boolean(),
  texts: z.array(written).max(500),
})

/** Saves texts into the draft of the shop's own content, and publishes it if wanted. */
async function save(
  app: App,
  member: SignedIn,
  { story, version, language, publish, texts }: z.infer<typeof saving>,
) {
  if (!isKeptHere(app)) return { ok: false, reason: 'kept-elsewhere' } as const
  const saved = await saveTexts(
    app.db,
    member,
    { story, version, texts, locale: language },
    { now: app.now(), publishes: publish },
  )
  return saved.ok || saved.reason !== 'conflict' ? saved : { ...saved, at: saved.at.toISOString() }
}

export const previewScreens = {
  preview: screen({
    permission: 'content.edit',
    load: async ({ app, member }) => {
      const list = isKeptHere(app) ? pagesHere : pagesElsewhere
      const pages = await list(app, member.locale)
      return { keptHere: isKeptHere(app), pages: pages.filter((page) => page.locales.length > 0) }
    },
  }),

  /** The site in a frame, driven by the messages of the visual editor's protocol. */
  'preview-story': screen({
    permission: 'content.edit',
    load: async ({ app, member, now }, { params, query }) => {
      const { stories, env } = app
      const asked = query.get('language')
      const locale = isLocale(asked) ? asked : contentLocale
      const id = Number(params.story)
      const found = Number.isSafeInteger(id) && id > 0 ? await stories.previews.draft(locale, id) : null
      if (!found?.path) throw new Response(null, { status: 404 })
      const [row] = isKeptHere(app)
        ? await selectStories(app.db, {
            version: 'draft',
            where: [sql`story.id = ${id}`],
            withoutContent: true,
          })
        : []
      const [listed] = isKeptHere(app) ? await listDrafts(app.db, { language: member.locale, id }) : []
      // Signed for an hour and for this story's space; the preview token itself stays here.
      const signed = await stories.previews.write({ storyId: id, language: locale }, now)
      return {
        id,
        locale,
        locales: withPage(found.paths),
        keptHere: isKeptHere(app),
        version: row?.draft_version ?? 0,
        name: listed?.name ?? nameIn(locale === member.locale ? locale : contentLocale, found.story),
        story: { ...found.story, content: found.story.content as object },
        fields: textFieldsOf(found.story.content, member.locale),
        site: env.SITE_URL,
        frame: signed && `${env.SITE_URL}${found.path}?${signed}`,
      }
    },
  }),
}

export const previewActions = {
  'preview.save': action({
    permission: 'content.edit',
    input: saving,
    run: ({ app, member }, input) => save(app, member, input),
  }),
}
