import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import { type KnowledgeQuery, knowledgeAddress } from './query.ts'

/** Where no article answers: other words, other topics, the pieces, and a person to ask. */
export function NoArticles({ topic, query, total }: KnowledgeQuery & { total: number }) {
  const t = useTranslations('knowledge')
  const locale = useLocale()
  const index = pathTo(locale, 'knowledge')
  const links = [
    ...(topic && query && total > 0
      ? [
          {
            href: knowledgeAddress(index, { topic: null, query }),
            text: t('searchAllTopics', { count: total }),
          },
        ]
      : []),
    ...(topic || query ? [{ href: index, text: t('all') }] : []),
    ...(query
      ? [
          {
            href: `${pathTo(locale, 'search')}?${new URLSearchParams({ query })}`,
            text: t('searchPieces', { query }),
          },
        ]
      : []),
    { href: pathTo(locale, 'contact'), text: t('ask') },
  ]
  return (
    <div className="max-w-prose">
      {query && <p>{t('nothingHint')}</p>}
      <div className="wrap-anywhere pt-6">
        {links.map(({ href, text }) => (
          <a key={href} href={href} className="arrow">
            <span>{text}</span>
            <span aria-hidden="true">→</span>
          </a>
        ))}
      </div>
    </div>
  )
}
