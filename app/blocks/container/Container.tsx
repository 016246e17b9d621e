import type { BlockProps } from '../declaration.ts'
import { Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { usePlace } from '../frame/place.ts'

const tones = { none: '', deep: 'bg-paper-deep', ink: 'tone-ink' } as const

export function Container({ block }: BlockProps<'container'>) {
  const { inset } = usePlace()
  const filled = block.background !== 'none'
  const margins = inset ? '' : block.width === 'wide' ? 'px-gut' : 'wrap'
  const inner = (
    <Narrower share={block.width === 'text' ? 0.5 : 1}>
      <div className={block.width === 'text' ? 'max-w-prose' : ''}>
        <Nested blocks={block.content} gap={block.gap} />
      </div>
    </Narrower>
  )
  if (!filled) {
    return (
      <div id={block.anchor} className={margins || undefined}>
        {inner}
      </div>
    )
  }
  if (block.width === 'wide' && !inset) {
    return (
      <div id={block.anchor} className={`${tones[block.background]} py-12 lg:py-20`}>
        <div className="wrap">{inner}</div>
      </div>
    )
  }
  return (
    <div id={block.anchor} className={margins || undefined}>
      <div
        className={`${tones[block.background]} px-5 py-8 @3xl:px-12 @3xl:py-14 ${block.width === 'text' ? 'max-w-[calc(var(--container-prose)+6rem)]' : ''}`}
      >
        {inner}
      </div>
    </div>
  )
}
