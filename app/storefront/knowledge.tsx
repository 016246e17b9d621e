import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { searchArticles } from '#app/content/article-search.ts'
import { Blocks } from '#app/content/Blocks.tsx'
import { ArticleTile } from '#app/content/frame/ArticleTile.tsx'
import { Grid } from '#app/content/frame/Grid.tsx'
import { localeOfPath } from '#app/language/locales.ts'
import type { Route } from './+types/knowledge.ts'
import { contactAction } from './contact-action.ts'
import { Head } from './Head.tsx'
import { Finder } from './knowledge/Finder.tsx'
import { Nothing } from './knowledge/Nothing.tsx'
import { readKnowledgeQuery } from './knowledge/query.ts'
import { notFound } from './not-found.ts'
import { loadPageStory, requireStory } from './story-page.ts'

/** The knowledge base: what its story says, and between title and closing blocks the articles, by topic and by word. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPath(url.pathname) ?? 'de'
  const wanted = readKnowledgeQuery(url.searchParams)
  const parsing = { locale, apiUrl: app.env.API_URL }
  const found = await requireStory(app.stories.findStory(locale, 'knowledge'))
  const [page, result] = await Promise.all([
    loadPageStory(app, locale, found, url.searchParams),
    searchArticles(app.stories, wanted, parsing),
  ])
  if (page === null) throw notFound(request)
  const { meta, blocks, data } = page
  const title = blocks.findIndex(
    ({ component }) => component === 'page-title' || component === 'main-page-title',
  )
  const whole = wanted.topic === null && wanted.query === ''
  return {
    ...wanted,
    ...result,
    // A choice of articles is no page of its own for search engines.
    meta: { ...meta, index: meta.index && whole },
    opening: blocks.slice(0, title + 1),
    closing: blocks.slice(title + 1),
    data,
  }
}

/** Forms among the blocks post to the page they stand on. */
export const action = contactAction

export default function Knowledge({ loaderData, actionData }: Route.ComponentProps) {
  const { meta, opening, closing, data, articles, topic, query } = loaderData
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const detail = [topic && topics(topic), query && t('quoted', { query })].filter(Boolean).join(', ')
  const title = meta.title ?? ''
  return (
    <>
      <Head meta={detail ? { ...meta, title: t('titleWith', { title, detail }) } : meta} />
      <Blocks blocks={opening} data={data} title={title} answer={actionData} />
      <div className="wrap grid gap-x-14 gap-y-8 pt-8 lg:grid-cols-[14rem_1fr] lg:pt-12">
        <Finder {...loaderData} />
        <div className="@container min-w-0 lg:col-start-2">
          <Count {...loaderData} />
          {articles.length > 0 ? (
            <Grid columns={3} as="ul">
              {articles.map((article) => (
                <ArticleTile key={article.uuid} article={article} share={1 / 4} />
              ))}
            </Grid>
          ) : (
            <Nothing {...loaderData} />
          )}
        </div>
      </div>
      <div className="pt-16 lg:pt-28">
        <Blocks blocks={closing} data={data} mainTitle={false} answer={actionData} />
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
