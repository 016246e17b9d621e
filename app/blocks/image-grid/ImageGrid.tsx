import { byPlace } from '#app/ui/by-place.ts'
import type { BlockProps } from '../declaration.ts'
import { Grid, type GridColumns } from '../frame/Grid.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function ImageGrid({ block }: BlockProps<'image-grid'>) {
  const { eagerKey } = usePlace()
  const columns = Number(block.columns) as GridColumns
  const mosaic = block.layout === 'mosaic' && block.images.length > 2
  const single = block.images.length === 1
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} />
      <figure>
        <Grid columns={columns} narrow={single ? 1 : 2} tight>
          {byPlace(block.images, (picture, index) => {
            const large = mosaic && index === 0
            return (
              <div className={large ? 'col-span-2 row-span-2' : ''}>
                <ContentPicture
                  picture={picture}
                  ratio={block.ratio}
                  share={(large ? 2 : 1) / columns}
                  narrowShare={large || single ? 1 : 0.5}
                  eager={eagerKey === block.key && index === 0}
                />
              </div>
            )
          })}
        </Grid>
        {block.caption && (
          <figcaption className="mt-3 text-ink-soft text-step--1">{block.caption}</figcaption>
        )}
      </figure>
    </Section>
  )
}
