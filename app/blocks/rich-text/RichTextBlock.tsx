import type { BlockProps } from '../declaration.ts'
import { Section } from '../frame/Section.tsx'
import { RichText } from '../text/RichText.tsx'

const sizes = { normal: '', large: 'text-step-1 leading-snug', small: 'text-ink-soft text-step--1' } as const

const widths = {
  text: 'max-w-prose',
  columns: 'gap-12 @4xl:columns-2',
  aside: '',
  // Only tables and pictures need the page's width; a line of 130 characters loses its reader.
  wide: '[&>:is(p,ul,ol,blockquote)]:max-w-prose',
} as const

export function RichTextBlock({ block }: BlockProps<'rich-text'>) {
  const centred = block.align === 'center' ? 'mx-auto text-center' : ''
  return (
    <Section anchor={block.anchor}>
      <RichText
        document={block.text}
        aside={block.width === 'aside'}
        className={`${widths[block.width]} ${sizes[block.size]} ${centred}`}
      />
    </Section>
  )
}
