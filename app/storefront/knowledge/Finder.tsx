import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Topic } from '#app/blocks/roots.ts'
import { formatNumber } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import { type KnowledgeQuery, knowledgeAddress, longestQuery } from './query.ts'

type FinderProps = KnowledgeQuery & { total: number; counts: { topic: Topic; count: number }[] }

/** The search within the knowledge base and its topics; each keeps what was chosen with the other. */
export function Finder(props: FinderProps) {
  return (
    <>
      <SearchForm {...props} />
      <Topics {...props} />
    </>
  )
}

function SearchForm({ topic, query }: KnowledgeQuery) {
  const t = useTranslations('knowledge')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  // The address may change without the form, by a topic or the way back.
  useEffect(() => {
    if (input.current) input.current.value = query
  }, [query])
  return (
    <search className="lg:col-start-2">
      <Form method="get" action={pathTo(locale, 'knowledge')} preventScrollReset className="max-w-prose">
        {topic && <input type="hidden" name="topic" value={topic} />}
        <label htmlFor="knowledge-search" className="caps block pb-2">
          {t('searchLabel')}
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id="knowledge-search"
            className="field min-w-0"
            type="search"
            name="query"
            defaultValue={query}
            maxLength={longestQuery}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" className="button">
            {t('submit')}
          </button>
        </div>
      </Form>
    </search>
  )
}

function Topics({ topic, query, total, counts }: FinderProps) {
  const t = useTranslations('knowledge')
  const topics = useTranslations('blocks.articleList.topics')
  const locale = useLocale()
  const lines = [
    { name: null, label: t('all'), count: total },
    ...counts.map(({ topic: name, count }) => ({ name, label: topics(name), count })),
  ]
  return (
    <nav aria-label={t('topics')} data-keep-scroll="" className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <h2 className="caps font-text leading-normal">{t('topics')}</h2>
      <ul className="flex flex-wrap gap-x-6 lg:block lg:pt-2">
        {lines.map(({ name, label, count }) => (
          <li key={label}>
            <a
              href={knowledgeAddress(pathTo(locale, 'knowledge'), { topic: name, query })}
              aria-current={name === topic ? 'page' : undefined}
              className="group inline-flex min-h-11 items-center gap-2 aria-[current]:font-[540]"
            >
              <span className="underline-offset-[0.4em] group-hover:underline group-aria-[current]:underline group-aria-[current]:decoration-brass">
                {label}
              </span>
              <span className="num text-ink-soft text-step--1">
                <span aria-hidden="true">{formatNumber(count, locale)}</span>
                <span className="sr-only">{t('articles', { count })}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
