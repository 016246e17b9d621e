import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { mailList } from '#app/shop/mails/mail-list.ts'
import type { Shown } from '../frame/calls.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ListWords } from '../list/list-words.ts'
import { MailState, useKindOfMail } from './mail-says.tsx'

type Row = Shown<'mails'>['list']['rows'][number]

/** Every mail of the shop that one may see: what waits, what failed, what went out. */
export default function MailsScreen() {
  const t = useTranslations('office.mails')
  const format = useFormats()
  const { list, areas, kinds, leave } = useShown<'mails'>()
  const kindOf = useKindOfMail()
  const columns: Column<Row, typeof mailList>[] = [
    {
      key: 'subject',
      heading: t('columns.subject'),
      cell: ({ id, subject, kind }) => (
        <>
          <Link to={`/mails/${id}`}>{subject ?? kindOf(kind)}</Link>
          {subject !== null && <span className="sub">{kindOf(kind)}</span>}
        </>
      ),
    },
    {
      ...{ key: 'recipient', heading: t('columns.recipient'), sort: 'recipient' },
      cell: ({ recipient }) => (recipient === null ? '–' : <MailAddress address={recipient} />),
    },
    { key: 'state', heading: t('columns.state'), cell: ({ state }) => <MailState state={state} /> },
    {
      ...{ key: 'at', heading: t('columns.at'), sort: 'at' },
      cell: ({ sentAt, createdAt }) => format.moment(sentAt ?? createdAt),
    },
  ]
  const words: ListWords<typeof mailList> = {
    ...{ list: t('list.label'), searchHint: t('list.searchHint') },
    ...{ none: t('list.none'), nothingFound: t('list.nothingFound') },
    found: (count) => t('list.found', { count }),
    filter: (name) => t(`filters.${name}`),
    value: (name, value) =>
      name === 'state'
        ? t(`states.${value as 'sent'}`)
        : name === 'area'
          ? t(`areas.${value as 'orders'}`)
          : name === 'to'
            ? t(`to.${value as 'staff'}`)
            : kindOf(value),
    view: (name) => t(`views.${name}`),
  }
  return (
    <Page title={t('title')}>
      {!leave && <p className="max-w-prose pb-4">{t('asFiles')}</p>}
      <List
        {...{ list: 'mails', shape: mailList, shown: list, path: 'mails', words, columns }}
        keyOf={({ id }) => String(id)}
        nameOf={({ id, subject }) => subject ?? String(id)}
        known={{ kind: kinds.map((kind) => ({ value: kind, label: kindOf(kind) })) }}
        mayExport={areas.length > 0}
      />
    </Page>
  )
}
