import { useTranslations } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
import type { BlockProps } from '../declaration.ts'
import { Below, Heading } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function ClosureContactCta({ block, data }: BlockProps<'closure-contact-cta'>) {
  const t = useTranslations('blocks.contact')
  const { eagerKey, lastKey } = usePlace()
  const rules = lastKey === block.key ? 'border-t pt-12 lg:pt-20' : 'border-y py-12 lg:py-20'
  const ways = (
    <Below title={block.title}>
      {block.showPhone && (
        <p className={`num text-step-2 ${block.image ? 'mt-6' : ''}`}>
          <a href={phoneLink(data.phone)} className="font-display hover:underline">
            {data.phone}
          </a>
        </p>
      )}
      {block.showPhone && (
        <p className="mt-2">
          <a href={`mailto:${data.email}`} className="link inline-block py-1">
            {data.email}
          </a>
        </p>
      )}
      {block.showHours && (
        <p className="num mt-2 text-ink-soft">{t('reachable', { hours: data.hoursText })}</p>
      )}
      {block.actions.length > 0 && (
        <div className={block.showPhone || block.showHours || block.image ? 'mt-6' : ''}>
          <Nested blocks={block.actions} gap="small" />
        </div>
      )}
    </Below>
  )
  return (
    <Section anchor={block.anchor}>
      <div className={`grid gap-x-12 gap-y-8 border-line @3xl:grid-cols-12 @6xl:gap-x-20 ${rules}`}>
        <div className={block.image ? '@3xl:col-span-7' : '@3xl:col-span-5'}>
          {block.eyebrow && <p className="caps mb-3">{block.eyebrow}</p>}
          <Heading size="section">{block.title}</Heading>
          {block.text && (
            <div className="mt-4 max-w-prose text-ink-soft">
              <Paragraphs text={block.text} />
            </div>
          )}
          {block.image && ways}
        </div>
        <div className={block.image ? '@3xl:col-span-5' : '@3xl:col-span-7'}>
          {block.image ? (
            <ContentPicture
              picture={block.image}
              ratio="landscape"
              share={5 / 12}
              eager={eagerKey === block.key}
            />
          ) : (
            ways
          )}
        </div>
      </div>
    </Section>
  )
}
