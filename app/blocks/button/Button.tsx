import { useLocale } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'

const looks = { primary: 'button', quiet: 'button button-quiet', text: 'link inline-block py-2' } as const

export function Button({ block, data }: BlockProps<'button'>) {
  const locale = useLocale()
  if (block.variant === 'arrow') {
    return (
      <ContentLink link={block.link} className="arrow">
        <span id={block.anchor}>{block.label}</span>
        <span className="num" aria-hidden="true">
          {data === null ? '→' : formatNumber(data.count, locale)}
        </span>
      </ContentLink>
    )
  }
  const stretched = block.align === 'stretch' ? 'w-full' : ''
  return (
    <ContentLink link={block.link} className={`${looks[block.variant]} ${stretched}`}>
      <span id={block.anchor}>{block.label}</span>
    </ContentLink>
  )
}
