import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { type App, appContext } from '#app/app-context.ts'
import { type ArticleSummary, findArticles, readingTime } from '#app/blocks/articles.ts'
import { Blocks } from '#app/blocks/Blocks.tsx'
import type { FormAnswer } from '#app/blocks/form/form-answer.ts'
import { ArticleTile } from '#app/blocks/frame/ArticleTile.tsx'
import { Grid } from '#app/blocks/frame/Grid.tsx'
import { Below } from '#app/blocks/frame/Heading.tsx'
import { loadBlocks } from '#app/blocks/load-blocks.ts'
import { ContentPicture } from '#app/blocks/media/ContentPicture.tsx'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import { topics } from '#app/blocks/roots.ts'
import type { Preview } from '#app/content/preview/previews.ts'
import type { FoundStory } from '#app/content/story.ts'
import { formatDate } from '#app/language/formats.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { Breadcrumbs } from '#app/ui/Breadcrumbs.tsx'
import { validationFailed } from '../error-answers.ts'
import { contentAction, findPageStory } from '../find-page-story.ts'
import { fitting, shorterNames, titleRoom, wholeSentences } from '../fit-text.ts'
import { Head } from '../Head.tsx'
import { knowledgeAddress } from '../knowledge/query.ts'
import { PreviewablePage } from '../PreviewablePage.tsx'
import { PrintedFrom } from '../PrintedFrom.tsx'
import type { PageMeta } from '../page-meta.ts'
import { previewView } from '../preview-view.ts'
import { useLocale } from '../shell-data.ts'
import { cardImage } from '../social-card/card.ts'
import { cardOfArticle } from '../social-card/contents.ts'
import { blockContext, logFaults, storyAddresses } from '../story-page.ts'
import { describePage, type PageFacts } from '../structured-data/json-ld.ts'
import { articleFacts, modifiedOn, widestAddress } from '../structured-data/story-json-ld.ts'
import type { Route } from './+types/article-page.ts'
import { type ContentsEntry, contentsOf } from './contents.ts'
import { aroundArticle } from './neighbours.ts'

/** An article of the knowledge base, under any depth of slug. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { pathname, search } = url
  const locale = localeOfPage(pathname)
  const { found, preview } = await findPageStory(app, url, (options) =>
    app.stories.findStoryByPublicSlug(locale, `knowledge/${params['*']}`, options),
  )
  if (found === null || found.path === null) throw validationFailed(request)
  if (found.path !== pathname) throw redirect(found.path + search, preview ? 302 : 301)
  const page = await articlePage(app, url, { found, preview })
  if ('unshowable' in page) {
    app.log.error({ slug: found.slug, reason: page.unshowable }, 'an article cannot be shown')
    throw validationFailed(request)
  }
  describePage(context, await articlePageFacts(app, found))
  return page
}

/** What an article tells search engines beyond its head. */
async function articlePageFacts(app: App, found: FoundStory): Promise<PageFacts> {
  const { SITE_URL: siteUrl, API_URL: apiUrl } = app.env
  const path = found.path ?? ''
  const locale = localeOfPage(path)
  const settings = await currentSettings(app.db)
  const parsed = parseRoot('article', found.story.content, { locale, apiUrl })
  if (!parsed.ok) return {}
  const { topic, image } = parsed.content
  const place = { path, topic: topics[topic][locale], image: widestAddress(image, siteUrl) }
  return articleFacts(parsed.content, found, { siteUrl, settings, locale, ...place })
}

async function articlePage(
  app: App,
  { pathname, searchParams }: URL,
  { found, preview }: { found: FoundStory; preview: Preview | null },
) {
  const locale = localeOfPage(pathname)
  const parsing = { locale, apiUrl: app.env.API_URL }
  const parsed = parseRoot('article', found.story.content, { ...parsing, preview: preview !== null })
  if (!parsed.ok) return { unshowable: parsed.reason }
  if (!preview) logFaults(app, found.slug, parsed.faults)
  const { title, teaser, topic, author, date, image, body, related } = parsed.content
  const loading = { ...blockContext(app, locale, app.now(), searchParams), preview: preview !== null }
  const [data, all, settings] = await Promise.all([
    loadBlocks(body, loading),
    findArticles(app.stories, { topic: 'all' }, parsing),
    currentSettings(app.db),
  ])
  const around = aroundArticle(all, {
    uuid: found.story.uuid,
    topic,
    related: related.map(({ uuid }) => uuid),
  })
  const meta: PageMeta = {
    title: fitting(shorterNames(title), titleRoom(settings.site)),
    description: wholeSentences(teaser, locale),
    addresses: storyAddresses(found),
    index: preview === null,
    image: cardImage(
      locale,
      { kind: 'story', key: found.slug },
      cardOfArticle(parsed.content, settings, locale),
      image?.alt,
    ),
    article: {
      published: date,
      modified: modifiedOn(parsed.content, found),
      section: topics[topic][locale],
      author,
    },
  }
  return {
    meta,
    article: { title, teaser, topic, author, date, image, readingTime: readingTime(parsed.content) },
    blocks: body,
    data,
    contents: contentsOf(body),
    related: around.related,
    previous: line(around.previous),
    next: line(around.next),
    ...(preview && { preview: previewView(preview, found) }),
  }
}

const line = (article: ArticleSummary | undefined) =>
  article && { title: article.title, href: article.link.href }

/** Forms among the blocks post to the page they stand on, and so does the visual editor. */
export const action = contentAction(articlePage)

type View = Route.ComponentProps['loaderData']

export default function Article({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PreviewablePage page={loaderData}>{(page) => <Whole page={page} answer={actionData} />}</PreviewablePage>
  )
}

function Whole({ page, answer }: { page: View; answer: FormAnswer | undefined }) {
  const { meta, article, blocks, data, contents, related } = page
  const hasContents = contents.length > 1
  return (
    <div className="prints pb-16">
      <Head meta={meta} />
      <article>
        <Opening article={article} />
        <div className="wrap grid items-start gap-x-14 gap-y-10 pt-10 lg:grid-cols-[1fr_3fr] lg:pt-14">
          {hasContents && <Contents contents={contents} />}
          <div className="min-w-0 lg:col-start-2">
            <Blocks blocks={blocks} data={data} mainTitle={false} inset answer={answer} />
            <PrintedFrom />
          </div>
        </div>
      </article>
      <footer className="wrap pt-16 lg:pt-28 print:hidden">
        <Related articles={related} />
        <Neighbours {...page} />
      </footer>
    </div>
  )
}

type ArticleView = View['article']

function Opening({ article }: { article: ArticleView }) {
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const names = useTranslations('pages')
  const locale = useLocale()
  const index = pathTo(locale, 'knowledge')
  return (
    <header className="wrap">
      <Breadcrumbs
        crumbs={[
          { label: names('knowledge'), href: index },
          {
            label: topics(article.topic),
            href: knowledgeAddress(index, { topic: article.topic, query: '' }),
          },
        ]}
      />
      <div className="grid gap-x-14 gap-y-8 pt-4 lg:grid-cols-[7fr_5fr] lg:items-end">
        <div className="min-w-0 wrap-anywhere">
          <h1 className="text-step-4">{article.title}</h1>
          <p className="mt-6 max-w-prose text-ink-soft text-step-1">{article.teaser}</p>
          <p className="num mt-6 text-ink-soft text-step--1">
            {article.author && <>{t('by', { author: article.author })} · </>}
            <time dateTime={article.date}>{formatDate(article.date, locale)}</time> ·{' '}
            {t('readingTime', { minutes: article.readingTime })}
          </p>
        </div>
        {article.image && <ContentPicture picture={article.image} ratio="landscape" share={5 / 12} eager />}
      </div>
    </header>
  )
}

/** Beside the text where there is room, and then it stays in sight. */
function Contents({ contents }: { contents: readonly ContentsEntry[] }) {
  const t = useTranslations('knowledge')
  return (
    <nav
      aria-labelledby="contents"
      className="border-line border-t pt-4 below-head lg:sticky lg:max-h-[calc(100dvh-var(--head)-3rem)] lg:overflow-y-auto print:hidden"
    >
      <h2 id="contents" className="caps font-text leading-normal">
        {t('contents')}
      </h2>
      <ol className="pt-2">
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a
              className="inline-flex min-h-11 items-center py-1.5 leading-snug underline-offset-4 hover:underline lg:min-h-9"
              href={`#${id}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Related({ articles }: { articles: readonly ArticleSummary[] }) {
  const t = useTranslations('knowledge')
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="related" className="@container border-line border-t pt-8">
      <h2 id="related" className="pb-8 text-step-3">
        {t('related')}
      </h2>
      <Below title={t('related')}>
        <Grid columns={3} as="ul">
          {articles.map((article) => (
            <ArticleTile key={article.uuid} article={article} />
          ))}
        </Grid>
      </Below>
    </section>
  )
}

function Neighbours({ previous, next }: Pick<Route.ComponentProps['loaderData'], 'previous' | 'next'>) {
  const t = useTranslations('knowledge')
  if (!previous && !next) return null
  const link = 'group flex min-h-11 flex-1 basis-80 gap-4 border-line border-t py-5'
  const title = 'block text-step-1 underline-offset-4 group-hover:underline'
  return (
    <nav aria-label={t('neighbours')} className="flex flex-wrap gap-x-14 pt-16">
      {previous && (
        <a className={link} href={previous.href} rel="prev">
          <span aria-hidden="true" className="text-brass">
            ←
          </span>
          <span>
            <span className="caps block">{t('previous')}</span>
            <span className={title}>{previous.title}</span>
          </span>
        </a>
      )}
      {next && (
        <a className={`${link} justify-end text-right`} href={next.href} rel="next">
          <span>
            <span className="caps block">{t('next')}</span>
            <span className={title}>{next.title}</span>
          </span>
          <span aria-hidden="true" className="text-brass">
            →
          </span>
        </a>
      )}
    </nav>
  )
}
