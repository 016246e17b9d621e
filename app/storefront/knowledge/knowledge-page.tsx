import { useTranslations } from 'use-intl'
import { type App, appContext } from '#app/app-context.ts'
import { searchArticles } from '#app/blocks/article-search.ts'
import { Blocks } from '#app/blocks/Blocks.tsx'
import type { FormAnswer } from '#app/blocks/form/form-answer.ts'
import { ArticleTile } from '#app/blocks/frame/ArticleTile.tsx'
import { Grid } from '#app/blocks/frame/Grid.tsx'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { notFound } from '../error-answers.ts'
import { contentAction, findPageStory } from '../find-page-story.ts'
import { Head } from '../Head.tsx'
import { PreviewablePage } from '../PreviewablePage.tsx'
import { editedPageStory, loadPageStory, storyPageFacts } from '../story-page.ts'
import { describePage } from '../structured-data/json-ld.ts'
import type { Route } from './+types/knowledge-page.ts'
import { Finder } from './Finder.tsx'
import { NoArticles } from './NoArticles.tsx'
import { readKnowledgeQuery } from './query.ts'

/** The knowledge base: what its story says, and between title and closing blocks the articles, by topic and by word. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const now = app.now()
  const locale = localeOfPage(url.pathname)
  const { found, preview } = await findPageStory(app, url, (options) =>
    app.stories.findStory(locale, 'knowledge', options),
  )
  const query = url.searchParams
  const page = await loadPageStory(app, locale, found, { now, query, preview })
  if (page === null) throw notFound(request)
  describePage(context, {
    ...(await storyPageFacts(app, locale, 'knowledge', { page, now })),
    page: 'CollectionPage',
  })
  return withArticles(app, locale, query, page)
}

async function withArticles(
  app: App,
  locale: Locale,
  query: URLSearchParams,
  { blocks, meta, ...page }: NonNullable<Awaited<ReturnType<typeof loadPageStory>>>,
) {
  const wanted = readKnowledgeQuery(query)
  const result = await searchArticles(app.stories, wanted, { locale, apiUrl: app.env.API_URL })
  const title = blocks.findIndex(
    ({ component }) => component === 'page-title' || component === 'main-page-title',
  )
  const whole = wanted.topic === null && wanted.query === ''
  return {
    ...page,
    ...wanted,
    ...result,
    // A choice of articles is no page of its own for search engines.
    meta: { ...meta, index: meta.index && whole },
    opening: blocks.slice(0, title + 1),
    closing: blocks.slice(title + 1),
  }
}

/** Forms among the blocks post to the page they stand on, and so does the visual editor. */
export const action = contentAction(async (app, { pathname, searchParams: query }, { found, preview }) => {
  const locale = localeOfPage(pathname)
  const page = await editedPageStory(app, locale, { found, now: app.now(), query, preview })
  return 'unshowable' in page ? page : withArticles(app, locale, query, page)
})

export default function Knowledge({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PreviewablePage page={loaderData}>
      {(page) => <Shelves page={page} answer={actionData} />}
    </PreviewablePage>
  )
}

type View = Route.ComponentProps['loaderData']

function Shelves({ page, answer }: { page: View; answer: FormAnswer | undefined }) {
  const { meta, opening, closing, data, articles, topic, query } = page
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const detail = [topic && topics(topic), query && t('quoted', { query })].filter(Boolean).join(', ')
  const title = meta.title ?? ''
  return (
    <>
      <Head meta={detail ? { ...meta, title: t('titleWith', { title, detail }) } : meta} />
      <Blocks blocks={opening} data={data} title={title} answer={answer} />
      <div className="wrap grid gap-x-14 gap-y-8 pt-8 lg:grid-cols-[14rem_1fr] lg:pt-12">
        <Finder {...page} />
        <div className="@container min-w-0 lg:col-start-2">
          <Count {...page} />
          {articles.length > 0 ? (
            <Grid columns={3} as="ul">
              {articles.map((article) => (
                <ArticleTile key={article.uuid} article={article} share={1 / 4} />
              ))}
            </Grid>
          ) : (
            <NoArticles {...page} />
          )}
        </div>
      </div>
      <div className="pt-16 lg:pt-28">
        <Blocks blocks={closing} data={data} mainTitle={false} answer={answer} />
      </div>
    </>
  )
}

/** Said again whenever a choice changes it. */
function Count({ articles, topic, query }: Route.ComponentProps['loaderData']) {
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const values = { count: articles.length, query, topic: topic ? topics(topic) : '' }
  const key = topic ? (query ? 'ForInTopic' : 'InTopic') : query ? 'For' : ''
  const nothing = query ? (topic ? 'nothingForInTopic' : 'nothingFor') : 'nothing'
  return (
    <p role="status" className="num wrap-anywhere pb-6 text-ink-soft">
      {articles.length > 0 ? t(`found${key}`, values) : t(nothing, values)}
    </p>
  )
}
