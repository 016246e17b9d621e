import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DraftLine } from '#app/shop/buying/offer-draft.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { useShown } from '../frame/use-shown.ts'
import { DraftConflict } from './DraftConflict.tsx'
import { OfferLineFields } from './OfferLineFields.tsx'
import { Said } from './Said.tsx'
import { SellerSees } from './SellerSees.tsx'
import { useOfferDraft } from './use-offer-draft.ts'
import { useRequestAct } from './use-request-act.ts'
import { useSaidRequest } from './use-said-request.ts'

const emptyLine: DraftLine = {
  title: '',
  kind: 'scrap',
  item: '',
  amount: '',
  euros: '',
  from: '',
  to: '',
  deduct: '',
  deductFor: '',
  testMethod: '',
  brand: '',
  model: '',
  reference: '',
  stones: '',
}
const firstItem = 'gold-585'

/** An estimate or offer as it is written: reckoned and kept by the server while somebody types, sent once it is looked at. */
export function OfferEditor() {
  const t = useTranslations('office.requests.offer')
  const { request, draft, offerKind: kind, version, days, items } = useShown<'request'>()
  const { span, moment } = useSaidRequest()
  const acting = useRequestAct()
  const { number, locale } = request
  const writing = useOfferDraft()
  const { content, reckoned, state, theirs, change } = writing
  /** Whether it was tried to send it: what is missing is no fault before. */
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const changeLine = (at: number, part: Partial<DraftLine>) =>
    change({ lines: content.lines.map((line, index) => (index === at ? { ...line, ...part } : line)) })
  const addLine = () => {
    const item = items.flatMap((group) => group.items).find(({ id }) => id === firstItem)
    const metal = request.kind === 'gold' && item
    const { title, kind: as } = metal || { title: '', kind: content.lines.at(-1)?.kind ?? 'jewellery' }
    change({
      lines: [...content.lines, { ...emptyLine, title, kind: as, item: metal ? firstItem : '' }],
    })
  }
  const send = async () => {
    if (reckoned.faults > 0) {
      setTried(true)
      // Shown from here on; the first of them is where writing goes on.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const answer = await acting.run(
      'requests.offer',
      { number, version, kind, content, seen: reckoned.total },
      {
        said: t('isSent'),
        mine: t(kind === 'final' ? 'sendFinal' : 'sendEstimate', { total: span(reckoned.total) }),
        done: () => {
          setTried(false)
          writing.sent()
        },
      },
    )
    if (answer && !answer.ok) await writing.reckon(content)
  }
  const note = (of: 'de' | 'en') => (of === locale ? t('readsThis') : t('other'))
  const said = () => {
    if (state === 'typed') return t('keeping')
    if (state === 'kept') return t('kept')
    if (state === 'failed') return t('notKept')
    if (state === 'sent-by-another') return t('sentByAnother')
    return draft.by && draft.at ? t('keptBy', { by: draft.by, when: moment(draft.at) }) : ''
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={t(kind === 'final' ? 'newFinal' : 'newEstimate')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {byPlace(content.lines, (line, at) => (
        <OfferLineFields
          at={at}
          line={line}
          reckoned={reckoned.lines[at]}
          tried={tried}
          onChange={(part) => changeLine(at, part)}
          onRemove={
            content.lines.length > 1
              ? () => change({ lines: content.lines.filter((_, index) => index !== at) })
              : null
          }
        />
      ))}
      <p className="page-actions pt-3">
        <button type="button" className="do quiet" onClick={addLine}>
          {t('add')}
        </button>
      </p>
      <p className="request-total" role="status">
        <span>{t('total')}</span>
        <span className="num">
          {reckoned.faults > 0 && (
            <span className={tried ? 'missing' : 'sub'}>{t('faults', { count: reckoned.faults })} </span>
          )}
          {span(reckoned.total)}
        </span>
      </p>
      <div className="two">
        <TextArea
          name="note"
          label={t('reasonDe')}
          hint={note('de')}
          lang="de"
          rows={4}
          maxLength={2000}
          value={content.note}
          onChange={({ target }) => change({ note: target.value })}
        />
        <TextArea
          name="noteEn"
          label={t('reasonEn')}
          hint={note('en')}
          lang="en"
          rows={4}
          maxLength={2000}
          value={content.noteEn}
          onChange={({ target }) => change({ noteEn: target.value })}
        />
        <Field
          name="until"
          type="date"
          label={t('until')}
          hint={t('untilDefault', { days: days[kind], most: days.most })}
          value={content.until}
          onChange={({ target }) => change({ until: target.value })}
        />
      </div>
      <p className={state === 'failed' ? 'missing py-2' : 'sub py-2'} role="status">
        {said()}
      </p>
      {theirs && (
        <DraftConflict
          parts={theirs.both}
          mine={content}
          theirs={theirs.content}
          by={theirs.by}
          at={theirs.at}
          keep={writing.choose}
        />
      )}
      <SellerSees ready={reckoned.faults === 0} keep={writing.keep} />
      <Said of={acting} />
      <p className="page-actions pt-3">
        <button type="submit" className="do" disabled={state === 'typed' || theirs !== null || acting.busy}>
          {t(kind === 'final' ? 'sendFinal' : 'sendEstimate', { total: span(reckoned.total) })}
        </button>
      </p>
    </form>
  )
}
