import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { personList } from '#app/shop/people/person-list.ts'
import type { Shown } from '../frame/calls.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ListWords } from '../list/list-words.ts'

type Row = Shown<'people'>['list']['rows'][number]

/** Whoever ordered, offered something, asked or wishes for something: by file where somebody made one. */
export default function PeopleScreen() {
  const t = useTranslations('office.people')
  const format = useFormats()
  const { list } = useShown<'people'>()
  const columns: Column<Row, typeof personList>[] = [
    {
      ...{ key: 'name', heading: t('columns.name'), sort: 'name' },
      cell: ({ key, name, email }) => (
        <Link to={`/people/${key}`}>
          {name ?? (email === null ? t('nobody') : <MailAddress address={email} />)}
        </Link>
      ),
    },
    {
      ...{ key: 'records', heading: t('columns.records'), sort: 'records' },
      cell: ({ kinds, numbers }) => (
        <>
          {kinds.map((kind) => t(`kinds.${kind as 'order'}`)).join(', ')}
          <span className="sub">
            {numbers.slice(0, 3).join(', ')}
            {numbers.length > 3 && ' …'}
          </span>
        </>
      ),
    },
    {
      ...{ key: 'contact', heading: t('columns.contact') },
      cell: ({ email, phone }) => (
        <>
          {email === null ? '–' : <MailAddress address={email} />}
          {phone && <span className="sub">{phone}</span>}
        </>
      ),
    },
    {
      ...{ key: 'at', heading: t('columns.at'), sort: 'at' },
      cell: ({ at }) => format.day(at),
    },
  ]
  const words: ListWords<typeof personList> = {
    ...{ list: t('list.label'), searchHint: t('list.searchHint') },
    ...{ none: t('list.none'), nothingFound: t('list.nothingFound') },
    found: (count) => t('list.found', { count }),
    filter: (name) => t(`filters.${name}`),
    value: (name, value) =>
      name === 'kind' ? t(`kinds.${value as 'order'}`) : t(`files.${value as 'joined'}`),
    view: (name) => t(`views.${name}`),
  }
  return (
    <Page title={t('title')}>
      <List
        {...{ list: 'people', shape: personList, shown: list, path: 'people', words, columns }}
        keyOf={({ key }) => key}
        nameOf={({ name, email, key }) => name ?? email ?? key}
      />
    </Page>
  )
}
