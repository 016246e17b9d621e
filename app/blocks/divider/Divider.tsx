import type { BlockProps } from '../declaration.ts'
import { Section } from '../frame/Section.tsx'

const spaces = { small: 'py-4', medium: 'py-8 lg:py-12', large: 'py-14 lg:py-24' } as const

export function Divider({ block }: BlockProps<'divider'>) {
  return (
    <Section anchor={block.anchor} className={spaces[block.size]}>
      {block.variant === 'line' && <hr className="border-line" />}
      {block.variant === 'short' && <hr className="w-16 border-brass" />}
    </Section>
  )
}
