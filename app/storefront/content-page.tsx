import { useContext, useEffect, useState } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { appContext, asPageContext } from '#app/app-context.ts'
import { Blocks } from '#app/blocks/Blocks.tsx'
import type { ShownBlock } from '#app/blocks/block.ts'
import type { PagePlan } from '#app/blocks/frame/place.ts'
import { outline } from '#app/blocks/outline.ts'
import { WholeBlocksContext, wholeBlocks } from '#app/blocks/whole-blocks.ts'
import { localeOfPage, localeOfPath } from '#app/language/locales.ts'
import { matchRoute, pathTo } from '#app/language/route-table.ts'
import { hasSentMessage } from '#app/shop/enquiries/message-sent.ts'
import { useHydrating } from '#app/ui/use-hydrating.ts'
import type { Route } from './+types/content-page.ts'
import { notFound } from './error-answers.ts'
import { contentAction, findPageStory } from './find-page-story.ts'
import { Head } from './Head.tsx'
import { PreviewablePage } from './PreviewablePage.tsx'
import { PrintedFrom } from './PrintedFrom.tsx'
import { editedPageStory, loadPageStory, storyPageFacts } from './story-page.ts'
import { describePage } from './structured-data/json-ld.ts'

/** Every page that is made of content blocks: those of the route table, and any other published story. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const now = app.now()
  const { pathname, search, searchParams } = url
  const locale = localeOfPath(pathname)
  if (locale === null) throw notFound(request)
  const match = matchRoute(pathname)
  const slug = publicSlug(pathname)
  if (slug === null) throw notFound(request)
  const { found, preview } = await findPageStory(app, url, (options) =>
    match
      ? app.stories.findStory(locale, match.name, options)
      : app.stories.findStoryByPublicSlug(locale, slug, options),
  )
  // Whoever has sent no message is not told that it has arrived.
  if (match?.name === 'contact-success' && !preview && !hasSentMessage(request.headers.get('cookie')))
    throw redirect(pathTo(locale, 'contact'), 302)
  // A story has one address; the slug of another language leads to it.
  if (found && found.path !== null && found.path !== pathname)
    throw redirect(found.path + search, preview ? 302 : 301)
  const page =
    found?.path === null
      ? null
      : await loadPageStory(app, locale, found, { now, query: searchParams, preview })
  if (page === null) throw notFound(request)
  describePage(context, await storyPageFacts(app, locale, match?.name ?? null, { page, now }))
  if (preview || !context.get(asPageContext)) return page
  const { blocks, data } = page
  context.set(wholeBlocks, { blocks, data })
  return { ...page, ...outline(blocks, data) }
}

/** Forms among the blocks post to the page they stand on, and so does the visual editor. */
export const action = contentAction((app, { pathname, searchParams }, { found, preview }) =>
  editedPageStory(app, localeOfPage(pathname), { found, now: app.now(), query: searchParams, preview }),
)

/** A form that comes back is kept by nobody, and says when it may be sent again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** What follows the language prefix, decoded; `null` when it cannot be. */
function publicSlug(pathname: string): string | null {
  try {
    return pathname.split('/').slice(2).map(decodeURIComponent).join('/')
  } catch {
    return null
  }
}

type Page = Omit<NonNullable<Awaited<ReturnType<typeof loadPageStory>>>, 'blocks'> & {
  blocks: ShownBlock[]
  plan?: PagePlan
}

/** Where React has thrown away the HTML of a page, and with it all there was of its words, they are fetched. */
function useWhole({ blocks }: Page): void {
  const hydrating = useHydrating()
  const [rendered] = useState(!hydrating)
  const missing = rendered && blocks.some((block) => 'outlined' in block)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (missing) void revalidate()
  }, [missing, revalidate])
}

export default function ContentPage({ loaderData, actionData }: Route.ComponentProps) {
  useWhole(loaderData)
  const whole = useContext(WholeBlocksContext)
  return (
    <PreviewablePage<Page> page={loaderData}>
      {({ meta, blocks, data, plan }) => (
        <div className="prints">
          <Head meta={meta} />
          <Blocks
            blocks={whole?.blocks ?? blocks}
            data={whole?.data ?? data}
            title={meta.title ?? ''}
            answer={actionData}
            plan={plan}
          />
          <div className="wrap">
            <PrintedFrom />
          </div>
        </div>
      )}
    </PreviewablePage>
  )
}
