import { useTranslations } from 'use-intl'
import { Below, Heading } from '../../frame/Heading.tsx'
import { Nested } from '../../frame/Nested.tsx'
import { Paragraphs } from '../../frame/Paragraphs.tsx'
import { usePlace } from '../../frame/place.ts'
import { Section } from '../../frame/Section.tsx'
import { telHref } from '../../links.ts'
import { ContentPicture } from '../../media/ContentPicture.tsx'
import type { BlockProps } from '../block-props.ts'

export function ContactPerson({ block }: BlockProps<'contact-person'>) {
  const t = useTranslations('blocks.contact')
  const { eagerKey } = usePlace()
  return (
    <Section anchor={block.anchor}>
      <div className="flex flex-col gap-x-10 gap-y-6 border-line border-t pt-6 @xl:flex-row">
        {block.image && (
          <div className="w-40 shrink-0 @3xl:w-56">
            <ContentPicture
              picture={block.image}
              ratio="portrait"
              share={0.16}
              narrowShare={0.4}
              eager={eagerKey === block.key}
            />
          </div>
        )}
        <div className="min-w-0 max-w-prose">
          <Heading size="part">{block.name}</Heading>
          {block.role && <p className="mt-1 text-ink-soft">{block.role}</p>}
          {block.text && (
            <div className="mt-4">
              <Paragraphs text={block.text} />
            </div>
          )}
          {(block.phone || block.email || block.availability) && (
            <dl className="num mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1">
              {block.phone && (
                <>
                  <dt className="text-ink-soft">{t('phone')}</dt>
                  <dd>
                    <a href={telHref(block.phone)} className="link inline-block py-1">
                      {block.phone}
                    </a>
                  </dd>
                </>
              )}
              {block.email && (
                <>
                  <dt className="text-ink-soft">{t('email')}</dt>
                  <dd className="min-w-0">
                    <a href={`mailto:${block.email}`} className="link inline-block py-1">
                      {block.email}
                    </a>
                  </dd>
                </>
              )}
              {block.availability && (
                <>
                  <dt className="text-ink-soft">{t('available')}</dt>
                  <dd>{block.availability}</dd>
                </>
              )}
            </dl>
          )}
          {block.actions.length > 0 && (
            <div className="mt-5">
              <Below title={block.name}>
                <Nested blocks={block.actions} gap="small" />
              </Below>
            </div>
          )}
        </div>
      </div>
    </Section>
  )
}
