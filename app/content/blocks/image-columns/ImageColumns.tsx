import { ContentLink } from '../../frame/ContentLink.tsx'
import { Grid, type GridColumns } from '../../frame/Grid.tsx'
import { Below, Heading } from '../../frame/Heading.tsx'
import { Paragraphs } from '../../frame/Paragraphs.tsx'
import { usePlace } from '../../frame/place.ts'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import { ContentPicture } from '../../media/ContentPicture.tsx'
import type { BlockProps } from '../block-props.ts'

export function ImageColumns({ block }: BlockProps<'image-columns'>) {
  const { eagerKey } = usePlace()
  const columns = Number(block.columns) as GridColumns
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <Grid columns={columns} as="ul">
          {block.items.map((item, index) => (
            <li key={item.key} className="group relative">
              {item.image ? (
                <ContentPicture
                  picture={item.image}
                  ratio={block.ratio}
                  share={1 / columns}
                  eager={eagerKey === block.key && index === 0}
                />
              ) : (
                <div className="border-line border-t" />
              )}
              {item.title && (
                <Heading size="part" className="mt-4">
                  {item.link ? (
                    // The whole column is the target, the title its name.
                    <ContentLink
                      link={item.link}
                      className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
                    >
                      {item.title}
                    </ContentLink>
                  ) : (
                    item.title
                  )}
                </Heading>
              )}
              {item.text && (
                <div className="mt-2 text-ink-soft">
                  <Paragraphs text={item.text} />
                </div>
              )}
              {item.link && !item.title && (
                <ContentLink link={item.link} className="link mt-2 inline-block py-1">
                  {item.image?.alt || item.link.href}
                </ContentLink>
              )}
            </li>
          ))}
        </Grid>
      </Below>
    </Section>
  )
}
