import type { BlockProps } from '../declaration.ts'
import { Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Section } from '../frame/Section.tsx'

/** Width of the left column in twelfths. */
const splits = {
  even: 6,
  'narrow-left': 5,
  'narrow-right': 7,
  'third-left': 4,
  'third-right': 8,
} as const

const spans = {
  4: '@3xl:col-span-4',
  5: '@3xl:col-span-5',
  6: '@3xl:col-span-6',
  7: '@3xl:col-span-7',
  8: '@3xl:col-span-8',
} as const

const alignments = { start: 'items-start', center: 'items-center', end: 'items-end' } as const

export function TwoColumns({ block }: BlockProps<'two-columns'>) {
  const left = splits[block.ratio]
  const right = (12 - left) as keyof typeof spans
  // Below each other, a picture stays with its text; two subjects stand further apart.
  const pictured = [block.left[0], block.right[0]].some((first) => first?.component === 'image')
  const rule = block.rule ? 'border-line @max-3xl:border-t @max-3xl:pt-8 @3xl:border-l @3xl:pl-12' : ''
  return (
    <Section anchor={block.anchor}>
      <div
        className={`grid gap-x-12 ${pictured ? 'gap-y-8' : 'gap-y-14'} @3xl:grid-cols-12 @6xl:gap-x-20 ${alignments[block.align]}`}
      >
        <div className={`min-w-0 ${spans[left]}`}>
          <Narrower share={left / 12}>
            <Nested blocks={block.left} gap="medium" />
          </Narrower>
        </div>
        <div className={`min-w-0 ${spans[right]} ${rule} ${block.rightFirst ? '@max-3xl:order-first' : ''}`}>
          <Narrower share={right / 12}>
            <Nested blocks={block.right} gap="medium" />
          </Narrower>
        </div>
      </div>
    </Section>
  )
}
