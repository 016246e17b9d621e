import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DraftLine, OfferDraft } from '#app/shop/buying/offer-draft.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act, drawnForQuery } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { OfferLineFields } from './OfferLineFields.tsx'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'
import { useSaidRequest } from './use-said-request.ts'

const emptyLine: DraftLine = {
  title: '',
  kind: 'scrap',
  item: 'gold-585',
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

/** Milliseconds without typing after which a draft is reckoned and kept. */
const pause = 600

/** An estimate or offer as it is written: reckoned and kept by the server while somebody types, sent once it is looked at. */
export function OfferEditor() {
  const t = useTranslations('office.requests.offer')
  const { request, draft, reckoned: first, offerKind: kind, version, days } = useShown<'request'>()
  const { span, moment } = useSaidRequest()
  const acting = useRequestAct()
  const { number, locale } = request
  const [content, setContent] = useState<OfferDraft>(draft.content)
  const [reckoned, setReckoned] = useState(first)
  const kept = useRef({ version: draft.version, saving: Promise.resolve() })
  const [state, setState] = useState<'seen' | 'typed' | 'kept' | 'failed'>('seen')
  const [theirs, setTheirs] = useState<{ content: OfferDraft; version: number; by: string } | null>(null)
  const [drawn, setDrawn] = useState(0)
  const latest = useRef(content)
  latest.current = content
  const keep = async (): Promise<boolean> => {
    const sent = latest.current
    const answer = await act('requests.keep-draft', { number, version: kept.current.version, content: sent })
    if (answer.ok) {
      kept.current.version = answer.version
      setState(latest.current === sent ? 'kept' : 'typed')
      return true
    }
    if (answer.reason === 'changed-meanwhile' && answer.now) setTheirs(answer.now)
    else setState('failed')
    return false
  }
  const reckon = async (sent: OfferDraft) => {
    const answer = await act('requests.reckon', { lines: sent.lines, exact: kind === 'final' })
    if (answer.ok && latest.current === sent) setReckoned(answer.reckoned)
  }
  const work = useRef({ keep, reckon })
  work.current = { keep, reckon }
  useEffect(() => {
    if (state !== 'typed' || theirs) return
    const timer = setTimeout(() => {
      void work.current.reckon(content)
      // One after the other: a draft names the version that the one before it made.
      kept.current.saving = kept.current.saving.then(() => work.current.keep()).then(() => undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [content, state, theirs])
  const change = (part: Partial<OfferDraft>) => {
    setContent((now) => ({ ...now, ...part }))
    setState('typed')
  }
  const changeLine = (at: number, part: Partial<DraftLine>) =>
    change({ lines: content.lines.map((line, index) => (index === at ? { ...line, ...part } : line)) })
  const ready = reckoned.faults === 0 && state !== 'typed' && !theirs
  const send = async () => {
    const answer = await acting.run(
      'requests.offer',
      { number, version, kind, content, seen: reckoned.total },
      { said: t('isSent') },
    )
    if (answer && !answer.ok) await reckon(content)
    else if (answer) kept.current.version = 0
  }
  const note = (of: 'de' | 'en') => (of === locale ? t('readsThis') : t('other'))
  return (
    <form
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
          onChange={(part) => changeLine(at, part)}
          onRemove={
            content.lines.length > 1
              ? () => change({ lines: content.lines.filter((_, index) => index !== at) })
              : null
          }
        />
      ))}
      <p className="page-actions pt-3">
        <button
          type="button"
          className="do quiet"
          onClick={() => change({ lines: [...content.lines, emptyLine] })}
        >
          {t('add')}
        </button>
      </p>
      <p className="request-total" role="status">
        <span>{t('total')}</span>
        <span className="num">
          {reckoned.faults > 0 && <span className="missing">{t('faults', { count: reckoned.faults })} </span>}
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
      <p className="sub py-2" role="status">
        {state === 'typed'
          ? t('keeping')
          : state === 'kept'
            ? t('kept')
            : draft.by && draft.at
              ? t('keptBy', { by: draft.by, when: moment(draft.at) })
              : ''}
      </p>
      {theirs && (
        <div role="alert" className="page-actions py-2">
          <span className="missing">{t('draftChanged', { by: theirs.by })}</span>
          <button
            type="button"
            className="do quiet"
            onClick={() => {
              kept.current.version = theirs.version
              setContent(theirs.content)
              setTheirs(null)
              setState('typed')
            }}
          >
            {t('takeTheirs')}
          </button>
          <button
            type="button"
            className="do quiet"
            onClick={() => {
              kept.current.version = theirs.version
              setTheirs(null)
              setState('typed')
            }}
          >
            {t('takeMine')}
          </button>
        </div>
      )}
      <details
        className="request-step"
        onToggle={({ currentTarget }) => {
          if (!currentTarget.open) return
          // What nobody typed at has no draft yet that could be drawn.
          void keep().then(() => setDrawn((times) => times + 1))
        }}
      >
        <summary>{t('sees')}</summary>
        {reckoned.faults > 0 ? (
          <p className="missing">{t('lookFirst')}</p>
        ) : (
          drawn > 0 && (
            <>
              <p>
                <button
                  type="button"
                  className="do quiet"
                  onClick={() => void keep().then(() => setDrawn(drawn + 1))}
                >
                  {t('lookAgain')}
                </button>
              </p>
              <iframe
                className="request-frame"
                title={t('frame')}
                sandbox="allow-same-origin"
                src={`/office/request-page/${number}${drawnForQuery() || '?'}&drawn=${drawn}`}
              />
            </>
          )
        )}
      </details>
      <Said of={acting} />
      <p className="page-actions pt-3">
        <button type="submit" className="do" disabled={!ready || acting.busy}>
          {t(kind === 'final' ? 'sendFinal' : 'sendEstimate', { total: span(reckoned.total) })}
        </button>
      </p>
    </form>
  )
}
