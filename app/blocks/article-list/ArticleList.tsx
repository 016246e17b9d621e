import type { BlockProps } from '../declaration.ts'
import { ArticleTile } from '../frame/ArticleTile.tsx'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Grid } from '../frame/Grid.tsx'
import { Below } from '../frame/Heading.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'

export function ArticleList({ block, data }: BlockProps<'article-list'>) {
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
            <ArticleTile key={article.uuid} article={article} />
          ))}
        </Grid>
      </Below>
    </Section>
  )
}
