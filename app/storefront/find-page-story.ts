import { type ActionFunctionArgs, redirect } from 'react-router'
import { type App, appContext } from '#app/app-context.ts'
import type { Preview } from '#app/content/preview/previews.ts'
import type { FoundStory } from '#app/content/story.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { formAction } from './form-action.ts'
import type { Unshowable } from './preview-view.ts'
import { requireStory } from './story-page.ts'

/** How a content page finds its story: by the visited address, published unless an editor looks at it. */
export async function findPageStory(
  app: App,
  url: URL,
  find: (options: { version: 'published' | 'draft' }) => Promise<FoundStory | null>,
): Promise<{ found: FoundStory | null; preview: Preview | null }> {
  const preview = await app.stories.previews.read(url.searchParams, app.now())
  const found = await requireStory(find({ version: preview ? 'draft' : 'published' }))
  const language = preview?.language
  if (found && language && found.story.id === preview.storyId && language !== localeOfPath(url.pathname)) {
    // The editor has changed the language, and its story has an address of its own there.
    const path = found.paths[language]
    if (path !== null) throw redirect(path + url.search)
  }
  return { found, preview }
}

/** `show` makes the page of an edited story, as the page's loader makes that of a saved one. */
type Show<Page> = (
  app: App,
  url: URL,
  story: { found: FoundStory; preview: Preview },
) => Promise<Page | Unshowable>

/**
 * The action of a content page: an edit from the visual editor, else a form among the blocks. An edit is JSON, and is
 * taken only where the same address would show the draft.
 */
export function contentAction<Page>(show: Show<Page>): typeof formAction {
  return editOr(show, formAction)
}

/** The same for a page with forms of its own. */
export function editOr<Page, Answer>(
  show: Show<Page>,
  answerForm: (args: ActionFunctionArgs) => Promise<Answer>,
): (args: ActionFunctionArgs) => Promise<Answer> {
  // The answer to an edit goes to the fetcher that sent it; for the page's forms there is only theirs.
  return async (args) =>
    args.request.headers.get('content-type')?.startsWith('application/json')
      ? ((await answerEdit(show, args)) as never)
      : answerForm(args)
}

async function answerEdit<Page>(
  show: Show<Page>,
  { context, request, url }: ActionFunctionArgs,
): Promise<Page | Unshowable> {
  const app = context.get(appContext)
  const preview = await app.stories.previews.read(url.searchParams, app.now())
  const locale = localeOfPath(url.pathname)
  if (preview === null || locale === null) return { unshowable: 'expired' }
  const sent: unknown = await request.json().catch(() => null)
  const found = await requireStory(app.stories.previews.edited(locale, preview.storyId, sent))
  return found === null ? { unshowable: 'no story' } : show(app, url, { found, preview })
}
