import { sql } from 'kysely'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { type App, appContext } from '#app/app-context.ts'
import { textFieldsOf, withTexts } from '#app/blocks/text-fields.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { contentLocale, isLocale, type Locale } from '#app/language/locales.ts'
import { PreviewEditor } from './preview/PreviewEditor.tsx'

/**
 * `/content/preview?token={preview token}&story={number}&language=de`: the site in a frame, driven by the messages of
 * the visual editor's protocol. For who knows the preview token; for everybody else there is no such page.
 */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { stories, env } = app
  if (!stories.previews.isPreviewToken(url.searchParams.get('token') ?? ''))
    throw new Response(null, { status: 404 })
  const locale = localeOf(url)
  const links = (await stories.allLinks(locale)).map(({ story }) => ({ id: story.id, name: story.name }))
  const id = Number(url.searchParams.get('story') ?? links[0]?.id)
  const found = Number.isSafeInteger(id) ? await stories.previews.draft(locale, id) : null
  const query = found && (await stories.previews.write({ storyId: id, language: locale }, app.now()))
  const edited =
    found?.path && query
      ? {
          id,
          apiUrl: env.API_URL,
          story: found.story,
          fields: textFieldsOf(found.story.content, locale),
          site: env.SITE_URL,
          frame: `${env.SITE_URL}${found.path}?${query}`,
        }
      : null
  return data(
    { locale, links, edited, savesHere: env.STORYBLOK_TOKEN === undefined },
    { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } },
  )
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

const localeOf = (url: URL): Locale => {
  const asked = url.searchParams.get('language')
  return isLocale(asked) ? asked : contentLocale
}

const saving = z.object({
  story: z.number(),
  publish: z.boolean(),
  edits: z
    .array(
      z.object({ path: z.array(z.union([z.string(), z.number()])).max(40), value: z.string().max(10_000) }),
    )
    .max(500),
})

export type SaveAnswer = { saved: boolean; published: boolean; reason: string | null }

/** Saves edited texts into the embedded service's draft, and publishes it if wanted. */
export async function action({ context, request, url }: ActionFunctionArgs): Promise<SaveAnswer> {
  const app = context.get(appContext)
  if (!app.stories.previews.isPreviewToken(url.searchParams.get('token') ?? ''))
    throw new Response(null, { status: 404 })
  const parsed = saving.safeParse(await request.json().catch(() => null))
  if (!parsed.success || app.env.STORYBLOK_TOKEN !== undefined) throw new Response(null, { status: 400 })
  return save(app, parsed.data, localeOf(url))
}

async function save(app: App, wanted: z.infer<typeof saving>, locale: Locale): Promise<SaveAnswer> {
  const [{ db }, now] = [app, app.now()]
  const refused = (reason: string) => ({ saved: false, published: false, reason })
  return db.transaction().execute(async (trx) => {
    await sql`select from story where id = ${wanted.story} for update`.execute(trx)
    const [row] = await selectStories(trx, { version: 'draft', where: [sql`story.id = ${wanted.story}`] })
    if (!row) return refused('not-found')
    const saved = await saveDraft(
      trx,
      {
        uuid: row.uuid,
        fullSlug: row.full_slug,
        name: row.name,
        slugs: row.slugs,
        content: withTexts(row.content, wanted.edits, locale),
      },
      { now, from: row.draft_version },
    )
    if (!saved.ok) return refused(saved.detail)
    if (!wanted.publish) return { saved: true, published: false, reason: null }
    const published = await publish(trx, [row.uuid], { now })
    return { saved: true, published: published.ok, reason: published.ok ? null : published.detail }
  })
}

export default function ContentPreview() {
  const page = useLoaderData<typeof loader>()
  return <PreviewEditor key={`${page.edited?.id} ${page.locale}`} {...page} />
}

export function ErrorBoundary() {
  return (
    <main className="wrap py-28">
      <title>404 - Page Not Found</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-step-3">404 - Page Not Found</h1>
    </main>
  )
}
