import { useLocale, useTranslations } from 'use-intl'
import { formatDate } from '#app/language/formats.ts'
import { ContentLink } from '../../frame/ContentLink.tsx'
import { Grid } from '../../frame/Grid.tsx'
import { Below, Heading } from '../../frame/Heading.tsx'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import { ContentPicture } from '../../media/ContentPicture.tsx'
import type { BlockProps } from '../block-props.ts'

export function ArticleList({ block, data }: BlockProps<'article-list'>) {
  const t = useTranslations('blocks.articleList')
  const locale = useLocale()
  if (data.length === 0) return null
  if (block.layout === 'lines') {
    const head = block.title || block.lead || block.linkLabel
    return (
      <Section anchor={block.anchor}>
        <div className={head ? 'grid gap-x-12 gap-y-4 @3xl:grid-cols-12 @6xl:gap-x-20' : ''}>
          {head && (
            <div className="@3xl:col-span-5">
              <SectionHead
                title={block.title}
                lead={block.lead}
                link={block.link}
                linkLabel={block.linkLabel}
              />
            </div>
          )}
          <div className="min-w-0 @3xl:col-span-7">
            {data.map((article) => (
              <ContentLink key={article.uuid} link={article.link} className="arrow">
                <span>{article.title}</span>
                <span aria-hidden="true">→</span>
              </ContentLink>
            ))}
          </div>
        </div>
      </Section>
    )
  }
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} link={block.link} linkLabel={block.linkLabel} />
      <Below title={block.title}>
        <Grid columns={3} as="ul">
          {data.map((article) => (
            <li key={article.uuid} className="group relative">
              {article.image ? (
                // The title below names the article; its picture adds nothing to be read out.
                <ContentPicture picture={{ ...article.image, alt: '' }} ratio="landscape" share={1 / 3} />
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
          ))}
        </Grid>
      </Below>
    </Section>
  )
}
