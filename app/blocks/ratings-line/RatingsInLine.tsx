import { RatingsLine } from '#app/ui/RatingsLine.tsx'
import type { BlockProps } from '../declaration.ts'
import { Section } from '../frame/Section.tsx'

export function RatingsInLine({ block, data }: BlockProps<'ratings-line'>) {
  if (data === null) return null
  return (
    <Section anchor={block.anchor}>
      <RatingsLine line={data} />
    </Section>
  )
}
