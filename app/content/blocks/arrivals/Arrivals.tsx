import { ProductCard } from '#app/ui/ProductCard.tsx'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import type { BlockProps } from '../block-props.ts'
import '#app/ui/catalogue.css'

export function Arrivals({ block, data }: BlockProps<'arrivals'>) {
  if (data.pieces.length === 0) return null
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} link={block.link} linkLabel={block.linkLabel} />
      <ul className="cards">
        {data.pieces.map((piece) => (
          <li key={piece.id}>
            <ProductCard piece={piece} apiUrl={data.apiUrl} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
