import { Drawing } from '../../frame/Drawing.tsx'
import { Section } from '../../frame/Section.tsx'
import type { BlockProps } from '../block-props.ts'

const sizes = { small: 'size-6', medium: 'size-10', large: 'size-16' } as const

export function Icon({ block }: BlockProps<'icon'>) {
  if (block.name === 'none') return null
  return (
    <Section anchor={block.anchor}>
      <Drawing
        name={block.name}
        {...(block.description && { label: block.description })}
        className={`${sizes[block.size]} text-brass ${block.align === 'center' ? 'mx-auto' : ''}`}
      />
    </Section>
  )
}
