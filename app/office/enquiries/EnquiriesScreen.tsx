import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { enquiryList } from '#app/shop/enquiries/enquiry-list.ts'
import type { Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Column, List } from '../list/List.tsx'
import type { ListWords } from '../list/list-words.ts'
import { EnquiryState } from './EnquiryState.tsx'
import { EnterEnquiry } from './EnterEnquiry.tsx'

type Row = Shown<'enquiries'>['list']['rows'][number]

/** What people asked: by the form, on the phone, in the shop. */
export default function EnquiriesScreen() {
  const t = useTranslations('office.enquiries')
  const format = useFormats()
  const { list, members } = useShown<'enquiries'>()
  const mayAnswer = useMay('enquiries.answer')
  const [entering, setEntering] = useState(false)
  const columns: Column<Row, typeof enquiryList>[] = [
    {
      ...{ key: 'name', heading: t('columns.name'), sort: 'name' },
      cell: ({ id, name, message }) => (
        <>
          <Link to={`/enquiries/${id}`}>{name}</Link>
          <span className="sub enquiry-begin">{message}</span>
        </>
      ),
    },
    {
      ...{ key: 'subject', heading: t('columns.subject') },
      cell: ({ subject, piece, locale }) => (
        <>
          {t(`subjects.${subject}`)}
          <span className="sub">{[piece, t(`languages.${locale}`)].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      ...{ key: 'state', heading: t('columns.state'), sort: 'state' },
      cell: ({ state }) => <EnquiryState state={state} />,
    },
    { key: 'assignee', heading: t('columns.assignee'), cell: ({ assignee }) => assignee ?? t('nobody') },
    {
      ...{ key: 'at', heading: t('columns.at'), sort: 'at' },
      cell: ({ receivedAt, source }) => (
        <>
          {format.moment(receivedAt)}
          <span className="sub">{t(`sources.${source}`)}</span>
        </>
      ),
    },
  ]
  const known = {
    assignee: [
      { value: 'none', label: t('nobody') },
      ...members.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  }
  const words: ListWords<typeof enquiryList> = {
    ...{ list: t('list.label'), searchHint: t('list.searchHint') },
    ...{ none: t('list.none'), nothingFound: t('list.nothingFound') },
    found: (count) => t('list.found', { count }),
    filter: (name) => t(`filters.${name}`),
    value: (name, value) => {
      if (name === 'state') return t(`states.${value as 'open'}`)
      if (name === 'subject') return t(`subjects.${value as 'piece'}`)
      if (name === 'language') return t(`languages.${value as 'de'}`)
      if (name === 'source') return t(`sources.${value as 'form'}`)
      if (name === 'piece') return t(`withPiece.${value as 'with'}`)
      return known.assignee.find((each) => each.value === value)?.label ?? value
    },
    view: (name) => t(`views.${name}`),
  }
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Link className="do quiet" to="/enquiry-templates">
            {t('templates')}
          </Link>
          {mayAnswer && !entering && (
            <button type="button" className="do" onClick={() => setEntering(true)}>
              {t('enter.open')}
            </button>
          )}
        </>
      }
    >
      {entering && <EnterEnquiry onClose={() => setEntering(false)} />}
      <List
        {...{ list: 'enquiries', shape: enquiryList, shown: list, path: 'enquiries', words, columns, known }}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        mayExport
      />
    </Page>
  )
}
