import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { articleSummary, findArticles, readingTime } from '#app/content/articles.ts'
import { Blocks } from '#app/content/Blocks.tsx'
import { loadBlocks } from '#app/content/load-blocks.ts'
import { ContentPicture } from '#app/content/media/ContentPicture.tsx'
import { pictureSources } from '#app/content/media/picture-sources.ts'
import { parseRoot } from '#app/content/parse-blocks.ts'
import { outline } from '#app/content/rich-text/outline.ts'
import { formatDate } from '#app/language/formats.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Route } from './+types/article.ts'
import { Head } from './Head.tsx'
import { validationFailed } from './not-found.ts'
import type { PageMeta } from './page-meta.ts'
import { useLocale } from './shell-data.ts'
import { blockContext, logFaults, requireStory, storyAddresses } from './story-page.ts'

/** More than the knowledge base has topics for; enough to find an article's neighbours. */
const neighboursAmong = 100

/** An article of the knowledge base, under any depth of slug. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { pathname, search } = new URL(request.url)
  const locale = localeOfPath(pathname) ?? 'de'
  const found = await requireStory(app.stories.findStoryByPublicSlug(locale, `knowledge/${params['*']}`))
  if (found === null || found.path === null) throw validationFailed(request)
  if (found.path !== pathname) throw redirect(found.path + search, 301)
  const parsing = { locale, apiUrl: app.env.API_URL }
  const parsed = parseRoot('article', found.story.content, parsing)
  if (!parsed.ok) {
    app.log.error({ slug: found.slug, reason: parsed.reason }, 'an article cannot be shown')
    throw validationFailed(request)
  }
  logFaults(app, found.slug, parsed.faults)
  const { title, teaser, topic, author, date, image, body, related } = parsed.content
  const [data, all, relatedStories] = await Promise.all([
    loadBlocks(body, blockContext(app, locale, new Date())),
    findArticles(app.stories, { topic: 'all', count: neighboursAmong }, parsing),
    app.stories.findStoriesByUuid(
      locale,
      related.map(({ uuid }) => uuid),
    ),
  ])
  const at = all.findIndex(({ uuid }) => uuid === found.story.uuid)
  const meta: PageMeta = {
    title,
    description: teaser,
    addresses: storyAddresses(found),
    index: true,
    image: image && { src: pictureSources(image, 'natural').fallback, alt: image.alt },
  }
  const contents = body.flatMap((block) =>
    block.component === 'rich-text'
      ? outline(block.text, 2)
          .filter(({ level }) => level === 2)
          .map(({ id, text }) => ({ id, text }))
      : [],
  )
  const line = (article: (typeof all)[number] | undefined) =>
    article && { title: article.title, href: article.link.href }
  return {
    meta,
    article: { title, teaser, topic, author, date, image, readingTime: readingTime(parsed.content) },
    blocks: body,
    data,
    contents,
    related: relatedStories.flatMap((story) => line(articleSummary(story, parsing) ?? undefined) ?? []),
    // Newest first: what is older comes next.
    previous: at > 0 ? line(all[at - 1]) : undefined,
    next: at >= 0 ? line(all[at + 1]) : undefined,
  }
}

export default function Article({ loaderData }: Route.ComponentProps) {
  const { meta, article, blocks, data, contents, related } = loaderData
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const names = useTranslations('pages')
  const locale = useLocale()
  return (
    <article className="pt-6 pb-16">
      <Head meta={meta} />
      <header className="wrap">
        <nav aria-label={t('breadcrumb')} className="text-ink-soft text-step--1 print:hidden">
          <ol className="flex flex-wrap gap-x-2">
            <li>
              <a className="link inline-flex min-h-11 items-center" href={pathTo(locale, 'knowledge')}>
                {names('knowledge')}
              </a>
            </li>
            <li aria-hidden="true" className="inline-flex min-h-11 items-center">
              /
            </li>
            <li>
              <a
                className="link inline-flex min-h-11 items-center"
                href={`${pathTo(locale, 'knowledge')}?topic=${article.topic}`}
              >
                {topics(article.topic)}
              </a>
            </li>
          </ol>
        </nav>
        <div className="grid gap-x-14 gap-y-8 pt-4 lg:grid-cols-[7fr_5fr] lg:items-end">
          <div>
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
      <div className="wrap grid items-start gap-x-14 gap-y-10 pt-12 lg:grid-cols-[1fr_3fr]">
        {contents.length > 1 && (
          <nav
            aria-label={t('contents')}
            className="border-line border-t pt-4 lg:sticky lg:top-6 print:hidden"
          >
            <h2 className="caps font-text leading-normal">{t('contents')}</h2>
            <ol className="pt-2">
              {contents.map(({ id, text }) => (
                <li key={id}>
                  <a className="inline-flex min-h-11 items-center hover:underline lg:min-h-9" href={`#${id}`}>
                    {text}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="min-w-0 lg:col-start-2">
          <Blocks blocks={blocks} data={data} mainTitle={false} inset />
        </div>
      </div>
      <footer className="wrap grid gap-x-14 gap-y-12 pt-16 lg:grid-cols-2 print:hidden">
        {related.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related" className="pb-4 text-step-2">
              {t('related')}
            </h2>
            {related.map((line) => (
              <a key={line.href} className="arrow" href={line.href}>
                <span>{line.title}</span>
                <span aria-hidden="true">→</span>
              </a>
            ))}
          </section>
        )}
        <nav aria-label={t('neighbours')}>
          <h2 className="pb-4 text-step-2">{t('neighbours')}</h2>
          {(['previous', 'next'] as const).map((which) => {
            const line = loaderData[which]
            return line ? (
              <a key={which} className="arrow" href={line.href} rel={which === 'previous' ? 'prev' : 'next'}>
                <span>
                  <span className="caps block">{t(which)}</span>
                  {line.title}
                </span>
                <span aria-hidden="true">{which === 'previous' ? '←' : '→'}</span>
              </a>
            ) : null
          })}
        </nav>
      </footer>
    </article>
  )
}
