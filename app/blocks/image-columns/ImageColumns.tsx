import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Grid, type GridColumns } from '../frame/Grid.tsx'
import { Below, Heading } from '../frame/Heading.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function ImageColumns({ block }: BlockProps<'image-columns'>) {
  const { eagerKey } = usePlace()
  const columns = Number(block.columns) as GridColumns
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <Grid columns={columns} narrow={columns === 4 ? 2 : 1} as="ul">
          {block.items.map((item, index) => (
            <li key={item.key} className="group relative">
              <Picture
                item={item}
                ratio={block.ratio}
                columns={columns}
                eager={eagerKey === block.key && index === 0}
              />
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
            </li>
          ))}
        </Grid>
      </Below>
    </Section>
  )
}

type Item = BlockProps<'image-columns'>['block']['items'][number]

/** Without a title the picture itself is the link, and its alternative text the link's name. */
function Picture({
  item: { image, link, title },
  ratio,
  columns,
  eager,
}: {
  item: Item
  ratio: BlockProps<'image-columns'>['block']['ratio']
  columns: GridColumns
  eager: boolean
}) {
  const picture = image && (
    <ContentPicture
      picture={image}
      ratio={ratio}
      share={1 / columns}
      narrowShare={columns === 4 ? 0.5 : 1}
      eager={eager}
    />
  )
  if (link && !title) {
    return (
      <ContentLink link={link} className={picture ? 'block' : 'link inline-block py-1'}>
        {picture}
        {!image?.alt && <span className={picture ? 'sr-only' : ''}>{link.href}</span>}
      </ContentLink>
    )
  }
  return picture ?? <div className="border-line border-t" />
}
