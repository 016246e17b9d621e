import type { BlockProps } from '../declaration.ts'
import { Nested } from '../frame/Nested.tsx'

/** Shared content stands as if it had been written here. */
export function GlobalReference({ block }: BlockProps<'global-reference'>) {
  return (
    <div id={block.anchor}>
      <Nested blocks={block.reference.blocks ?? []} gap="page" />
    </div>
  )
}
