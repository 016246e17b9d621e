import { Suspense } from 'react'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { BlockProps } from '../declaration.ts'
import { Section } from '../frame/Section.tsx'
import { SpriteIcon } from '../frame/SpriteIcon.tsx'

const LazyIcon = lazyPart(() => import('../icons/LazyIcon.tsx'))

const sizes = { small: 'size-6', medium: 'size-10', large: 'size-16' } as const

/** One of the shop's own drawings, or an icon of a set. */
export function Icon({ block, data }: BlockProps<'icon'>) {
  if (block.name === 'none' && block.icon === undefined) return null
  return (
    <Section anchor={block.anchor}>
      <Sign
        block={block}
        data={data}
        className={`${sizes[block.size]} text-brass ${block.align === 'center' ? 'mx-auto' : ''}`}
      />
    </Section>
  )
}

function Sign({ block, data, className }: BlockProps<'icon'> & { className: string }) {
  const { name, icon, description } = block
  if (data?.drawn) {
    const { viewBox, body } = data.drawn
    const label = description ? { role: 'img', 'aria-label': description } : { 'aria-hidden': true }
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of an installed set, nothing of an editor's
      <svg {...label} viewBox={viewBox} className={className} dangerouslySetInnerHTML={{ __html: body }} />
    )
  }
  if (data && icon) {
    return (
      <Suspense fallback={null}>
        <LazyIcon name={icon} label={description} apiUrl={data.apiUrl} className={className} />
      </Suspense>
    )
  }
  return name === 'none' ? null : (
    <SpriteIcon name={name} {...(description && { label: description })} className={className} />
  )
}
