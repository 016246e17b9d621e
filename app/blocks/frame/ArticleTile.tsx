import { useLocale, useTranslations } from 'use-intl'
import { formatDate } from '#app/language/formats.ts'
import type { ArticleSummary } from '../articles.ts'
import { ContentPicture } from '../media/ContentPicture.tsx'
import { ContentLink } from './ContentLink.tsx'
import { Heading } from './Heading.tsx'

/** An article of the knowledge base in a list of tiles; the whole tile leads to it. `share` is its part of the width. */
export function ArticleTile({
  article,
  share = 1 / 3,
}: {
  article: Omit<ArticleSummary, 'uuid'>
  share?: number
}) {
  const t = useTranslations('blocks.articleList')
  const locale = useLocale()
  return (
    <li className="group relative">
      {article.image ? (
        // The title below names the article; its picture adds nothing to be read out.
        <ContentPicture picture={{ ...article.image, alt: '' }} ratio="landscape" share={share} />
      ) : (
        <div className="border-line border-t" />
      )}
      <p className="caps mt-4">{t(`topics.${article.topic}`)}</p>
      <Heading size="part" className="mt-2">
        <ContentLink
          link={article.link}
          className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {article.title}
        </ContentLink>
      </Heading>
      <p className="mt-2 text-ink-soft">{article.teaser}</p>
      <p className="num mt-3 text-ink-soft text-step--1">
        <time dateTime={article.date}>{formatDate(article.date, locale)}</time>
        {' · '}
        {t('readingTime', { minutes: article.readingTime })}
      </p>
    </li>
  )
}
