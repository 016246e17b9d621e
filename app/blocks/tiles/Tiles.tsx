import type { BlockProps } from '../declaration.ts'
import { Grid, type GridColumns } from '../frame/Grid.tsx'
import { Below, Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { TileNumberContext } from '../frame/tile-number.ts'

export function Tiles({ block }: BlockProps<'tiles'>) {
  const columns = Number(block.columns) as GridColumns
  return (
    <Section anchor={block.anchor}>
      <SectionHead eyebrow={block.eyebrow} title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <Narrower share={1 / columns}>
          <Grid columns={columns} as={block.numbered ? 'ol' : 'ul'}>
            {block.items.map((item, index) => (
              // As high as its neighbours: on darker paper that shows.
              <li key={item.key} className="min-w-0 *:h-full [&>div>section]:h-full">
                <TileNumberContext value={block.numbered ? index + 1 : null}>
                  <Nested blocks={[item]} gap="small" />
                </TileNumberContext>
              </li>
            ))}
          </Grid>
        </Narrower>
      </Below>
    </Section>
  )
}
