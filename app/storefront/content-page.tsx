import { useLoaderData } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { Blocks } from '#app/content/Blocks.tsx'
import { localeOfPath } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import type { Route } from './+types/content-page.ts'
import { Head } from './Head.tsx'
import { notFound } from './not-found.ts'
import { addressesOf } from './page-meta.ts'
import { loadPageStory } from './story-page.ts'

/** Every page that is made of content blocks: those of the route table, and any other published story. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { pathname } = new URL(request.url)
  const locale = localeOfPath(pathname)
  if (locale === null) throw notFound(request)
  const match = matchRoute(pathname)
  const page =
    match && match.rest.length === 0
      ? await loadPageStory(app, locale, { slug: match.name }, addressesOf(match.name))
      : await loadPageStory(app, locale, { path: pathname.split('/').slice(2).join('/') })
  if (page === null) throw notFound(request)
  return page
}

export default function ContentPage() {
  const { meta, blocks, data } = useLoaderData<typeof loader>()
  return (
    <>
      <Head meta={meta} />
      <Blocks blocks={blocks} data={data} />
    </>
  )
}
