import { ProductCards } from '#app/ui/ProductCards.tsx'
import type { BlockProps } from '../declaration.ts'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'

export function Arrivals({ block, data }: BlockProps<'arrivals'>) {
  if (data.pieces.length === 0) return null
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} link={block.link} linkLabel={block.linkLabel} />
      <ProductCards pieces={data.pieces} apiUrl={data.apiUrl} />
    </Section>
  )
}
