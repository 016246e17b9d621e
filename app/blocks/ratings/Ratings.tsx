import { useLocale, useTranslations } from 'use-intl'
import { formatDate, formatNumber } from '#app/language/formats.ts'
import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Grid } from '../frame/Grid.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'

type RatingsBlock = BlockProps<'ratings'>['block']

export function Ratings({ block }: BlockProps<'ratings'>) {
  // Rows without a lonely last one.
  const columns = [1, 2, 4].includes(block.items.length) ? 2 : 3
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Summary block={block} />
      {block.items.length > 0 && (
        <div className="mt-8">
          <Grid columns={columns} as="ul">
            {block.items.map((item) => (
              <Rating key={item.key} item={item} />
            ))}
          </Grid>
        </div>
      )}
    </Section>
  )
}

/** Average and number, where they come from, and whether they were verified: § 5b Abs. 3 UWG wants it said. */
function Summary({ block }: { block: RatingsBlock }) {
  const t = useTranslations('blocks.ratings')
  const locale = useLocale()
  const score =
    block.score && formatNumber(block.score, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <div className="num max-w-prose">
      {block.score && score && (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="font-display text-step-3">{t('score', { score })}</span>
          <Stars value={block.score} />
          {block.count !== undefined && (
            <span className="text-ink-soft">{t('count', { count: block.count })}</span>
          )}
        </div>
      )}
      <p className="mt-2 text-ink-soft text-step--1">
        {t('source')}{' '}
        {block.sourceLink ? (
          <ContentLink link={block.sourceLink} className="link">
            {block.source}
          </ContentLink>
        ) : (
          block.source
        )}
        {block.asOf && t('asOf', { date: formatDate(block.asOf, locale) })}.{' '}
        {t(block.verified ? 'verified' : 'unverified')}
      </p>
      {block.verification && (
        <div className="mt-1 text-ink-soft text-step--1">
          <Paragraphs text={block.verification} />
        </div>
      )}
    </div>
  )
}

function Rating({ item }: { item: RatingsBlock['items'][number] }) {
  const t = useTranslations('blocks.ratings')
  const locale = useLocale()
  const about = [item.occasion, item.date && formatDate(item.date, locale).replaceAll(' ', '\u00a0')]
    .filter(Boolean)
    .join('\u00a0· ')
  return (
    <li className="border-line border-t pt-5">
      <Stars value={item.stars} />
      <blockquote className="mt-3" {...(item.language !== locale && { lang: item.language })}>
        <Paragraphs text={item.text} />
      </blockquote>
      <p className="mt-4 font-medium">{t('by', { name: item.author })}</p>
      {about && <p className="num text-ink-soft text-step--1">{about}</p>}
    </li>
  )
}

/** Corners of a star, around the middle of its place. */
const corners = '0.0,1.4 2.1,7.7 8.7,7.8 3.4,11.7 5.4,18.0 0.0,14.2 -5.4,18.0 -3.4,11.7 -8.7,7.8 -2.1,7.7'
const stars = [10, 30, 50, 70, 90].map((middle) =>
  corners
    .split(' ')
    .map((corner) => {
      const [x = 0, y = 0] = corner.split(',').map(Number)
      return `${(x + middle).toFixed(1)},${y}`
    })
    .join(' '),
)

/** Five stars, as much of them filled as there are: 4.7 are not five. */
function Stars({ value }: { value: number }) {
  const t = useTranslations('blocks.ratings')
  const drawn = stars.map((points) => <polygon key={points} points={points} />)
  return (
    <svg
      viewBox="0 0 100 20"
      role="img"
      aria-label={t('stars', { stars: value })}
      className="h-[1.1em] w-auto fill-line"
    >
      {drawn}
      {/* What reaches beyond it is cut off. */}
      <svg width={value * 20} height="20" className="fill-brass" aria-hidden="true">
        {drawn}
      </svg>
    </svg>
  )
}
