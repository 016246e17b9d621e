import { Section } from '../../frame/Section.tsx'
import { RichText } from '../../rich-text/RichText.tsx'
import type { BlockProps } from '../block-props.ts'

const sizes = { normal: '', large: 'text-step-1 leading-snug', small: 'text-ink-soft text-step--1' } as const

const widths = { text: 'max-w-prose', columns: 'gap-12 @4xl:columns-2', wide: '' } as const

export function RichTextBlock({ block }: BlockProps<'rich-text'>) {
  const centred = block.align === 'center' ? 'mx-auto text-center' : ''
  return (
    <Section anchor={block.anchor}>
      <RichText document={block.text} className={`${widths[block.width]} ${sizes[block.size]} ${centred}`} />
    </Section>
  )
}
