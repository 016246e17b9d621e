import { redirect } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { contentLocale } from '#app/language/locales.ts'
import type { Route } from './+types/unmatched.ts'
import { notFound } from './error-answers.ts'
import { requireStory } from './story-page.ts'

/**
 * Every address outside the language prefixes. A visual editor that knows only a story's slug looks for its page here,
 * and is sent to it.
 */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { stories, now } = context.get(appContext)
  const preview = await stories.previews.read(url.searchParams, now())
  if (preview) {
    const found = await requireStory(
      stories.previews.draft(preview.language ?? contentLocale, preview.storyId),
    )
    if (found?.path) throw redirect(found.path + url.search)
  }
  throw notFound(request)
}

export default function Unmatched() {
  return null
}
